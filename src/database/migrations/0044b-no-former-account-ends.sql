-- Nothing reads it: what an incident holds now says whether there are account ends.

alter table incident drop column has_account_ends;
