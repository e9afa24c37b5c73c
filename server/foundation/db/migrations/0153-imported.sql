-- SHA-256 of the root certificate of a sealed file that came in an archive and that this installation does not trust. The
-- installation vouches for nothing in such a file.
ALTER TABLE documents ADD COLUMN sealed_elsewhere text CHECK (sealed_elsewhere ~ '^[0-9a-f]{64}$');

-- The owner of an imported account accepts the account by an invitation, as its members do. No other invitation makes an owner.
ALTER TABLE member_invitations DROP CONSTRAINT member_invitations_role_check;
ALTER TABLE member_invitations ADD CONSTRAINT member_invitations_role_check
  CHECK (role IN ('owner', 'admin', 'member', 'viewer'));
