-- Nothing asks for it yet (0071); whoever builds that adds it with what it means.
ALTER TABLE accounts DROP COLUMN two_factor_required;
