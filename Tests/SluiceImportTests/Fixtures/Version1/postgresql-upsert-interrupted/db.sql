CREATE TABLE {SCHEMA}.sluice_progress (
    source text NOT NULL,
    target text NOT NULL,
    columns text NOT NULL,
    mode text NOT NULL,
    checkpoint text NOT NULL
);
CREATE TABLE {SCHEMA}.t (
    id bigint NOT NULL,
    v text
);
INSERT INTO {SCHEMA}.sluice_progress (source, target, columns, mode, checkpoint) VALUES ('{FOLDER}/old.ndjson', '{SCHEMA}.t', 'id:int=id
v:text=v', 'upsert', '{"offset":21,"line":1,"record":1,"file":null,"rows":1,"rejects":0,"source_size":21,"source_head":"7b721db74dc39bb4","source_tail":"7b721db74dc39bb4","reject_file":null,"reject_length":0,"finished":true}');
INSERT INTO {SCHEMA}.sluice_progress (source, target, columns, mode, checkpoint) VALUES ('{FOLDER}/feed.ndjson', '{SCHEMA}.t', 'id:int=id
v:text=v', 'upsert', '{"offset":237,"line":14,"record":14,"file":null,"rows":12,"rejects":2,"source_size":444,"source_head":"c37b6f6a4cbb4279","source_tail":"c37b6f6a4cbb4279","reject_file":"{FOLDER}/rejects.ndjson","reject_length":345,"finished":false}');
INSERT INTO {SCHEMA}.t (id, v) VALUES (100, 'old');
INSERT INTO {SCHEMA}.t (id, v) VALUES (1, 'v1');
INSERT INTO {SCHEMA}.t (id, v) VALUES (2, 'v2');
INSERT INTO {SCHEMA}.t (id, v) VALUES (3, 'v3');
INSERT INTO {SCHEMA}.t (id, v) VALUES (4, 'v4');
INSERT INTO {SCHEMA}.t (id, v) VALUES (5, 'v5');
INSERT INTO {SCHEMA}.t (id, v) VALUES (6, 'v6');
INSERT INTO {SCHEMA}.t (id, v) VALUES (8, 'v8');
INSERT INTO {SCHEMA}.t (id, v) VALUES (9, 'v9');
INSERT INTO {SCHEMA}.t (id, v) VALUES (10, 'v10');
INSERT INTO {SCHEMA}.t (id, v) VALUES (11, 'v11');
INSERT INTO {SCHEMA}.t (id, v) VALUES (12, 'v12');
INSERT INTO {SCHEMA}.t (id, v) VALUES (13, 'v13');
ALTER TABLE ONLY {SCHEMA}.sluice_progress
    ADD CONSTRAINT sluice_progress_pkey PRIMARY KEY (source, target);
ALTER TABLE ONLY {SCHEMA}.t
    ADD CONSTRAINT t_pkey PRIMARY KEY (id);
