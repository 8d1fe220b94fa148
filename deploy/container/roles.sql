-- Run once by the image of PostgreSQL, with psql: two roles, so that the server can't change its own audit log.
\set owner_password `cat /run/secrets/owner-password`
\set login_password `cat /run/secrets/login-password`
create role muster_server nologin;
create role muster_owner login password :'owner_password';
create role muster_login login password :'login_password';
grant muster_server to muster_owner, muster_login;
grant muster_login to muster_owner;
create database muster owner muster_owner;
