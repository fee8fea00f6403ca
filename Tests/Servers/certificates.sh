#!/usr/bin/env bash
# Certificates for tests of TLS, in the current folder: an authority of its own, and what servers show.
#
# authority.pem         to be trusted
# good.pem, good.key    for 127.0.0.1, by the authority
# elsewhere, expired    for another name; until 2021
# lone                  for 127.0.0.1, signed by itself
set -euo pipefail
ec() { openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"; }
ec authority
openssl req -x509 -new -key authority.key -subj "/CN=Sluice's test authority" -days 2 -out authority.pem
cat > ca.cnf <<'CNF'
[ca]
default_ca = own
[own]
database = index.txt
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
CNF
: > index.txt
echo 01 > serial
signed() {
  ec "$1"
  openssl req -new -key "$1.key" -subj "/CN=$1" -out "$1.csr"
  printf 'subjectAltName=%s\n' "$2" > "$1.ext"
  openssl ca -batch -notext -config ca.cnf -cert authority.pem -keyfile authority.key -in "$1.csr" -out "$1.pem" -extfile "$1.ext" -startdate "$3" -enddate "$4"
}
signed good IP:127.0.0.1 20200101000000Z 20991231235959Z
signed elsewhere DNS:elsewhere.example 20200101000000Z 20991231235959Z
signed expired IP:127.0.0.1 20200101000000Z 20210101000000Z
ec lone
openssl req -x509 -new -key lone.key -subj /CN=lone -addext subjectAltName=IP:127.0.0.1 -days 2 -out lone.pem
