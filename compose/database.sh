#!/bin/sh
# Run once, by the image of PostgreSQL, while its volume is empty. The studio's role owns its database and is no
# superuser; the superuser keeps no password, so that it signs in only inside this container.
set -e
psql --set ON_ERROR_STOP=1 --username postgres --dbname postgres <<'SQL'
\getenv password POSTGRES_PASSWORD
create role studio login nosuperuser nocreatedb nocreaterole password :'password';
create database studio owner studio encoding 'UTF8' template template0;
alter role postgres password null;
SQL
