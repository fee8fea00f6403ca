PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE IF NOT EXISTS "t" ("id" INTEGER, "v" TEXT);
INSERT INTO t VALUES(100,'old');
INSERT INTO t VALUES(1,'v1');
INSERT INTO t VALUES(2,'v2');
INSERT INTO t VALUES(3,'v3');
INSERT INTO t VALUES(4,'v4');
INSERT INTO t VALUES(5,'v5');
INSERT INTO t VALUES(6,'v6');
INSERT INTO t VALUES(8,'v8');
INSERT INTO t VALUES(9,'v9');
INSERT INTO t VALUES(10,'v10');
INSERT INTO t VALUES(11,'v11');
INSERT INTO t VALUES(12,'v12');
INSERT INTO t VALUES(13,'v13');
CREATE TABLE sluice_progress (
  source TEXT NOT NULL, target TEXT NOT NULL, columns TEXT NOT NULL,
  "offset" INTEGER NOT NULL, line INTEGER NOT NULL, record INTEGER NOT NULL,
  rows INTEGER NOT NULL, rejects INTEGER NOT NULL,
  source_size INTEGER NOT NULL, source_head TEXT NOT NULL, source_tail TEXT NOT NULL,
  reject_file TEXT, reject_length INTEGER NOT NULL,
  finished INTEGER NOT NULL, mode TEXT NOT NULL,
  PRIMARY KEY (source, target));
INSERT INTO sluice_progress VALUES('{FOLDER}/old.ndjson','t',replace('id:int=id\nv:text=v','\n',char(10)),21,1,1,1,0,21,'7b721db74dc39bb4','7b721db74dc39bb4',NULL,0,1,'append');
INSERT INTO sluice_progress VALUES('{FOLDER}/feed.ndjson','t',replace('id:int=id\nv:text=v','\n',char(10)),237,14,14,12,2,444,'c37b6f6a4cbb4279','c37b6f6a4cbb4279','{FOLDER}/rejects.ndjson',345,0,'append');
COMMIT;
