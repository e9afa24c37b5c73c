-- The results of bulk sends have the current names of refusals, reasons and parameters (docs/errors.md).
UPDATE bulk_rows SET problem = new_name FROM (VALUES
  ('key-without-scope', 'insufficient-scope'),
  ('key-not-for-this', 'key-not-allowed'),
  ('key-is-test', 'live-key-required'),
  ('document-is-test', 'test-document-not-allowed'),
  ('key-with-cookie', 'multiple-credentials'),
  ('keys-too-many', 'too-many-keys'),
  ('recipients-too-many', 'too-many-recipients'),
  ('groups-too-many', 'too-many-groups'),
  ('folders-too-many', 'too-many-folders'),
  ('webhooks-too-many', 'too-many-webhooks'),
  ('embedding-origins-too-many', 'too-many-embedding-origins'),
  ('embed-address-over', 'embed-address-expired'),
  ('embedding-needs-key', 'key-required'),
  ('proposal-over', 'proposal-closed'),
  ('bulk-over', 'bulk-ended'),
  ('link-ended', 'link-replaced'),
  ('password-unfit', 'password-length-invalid'),
  ('heir-unfit', 'successor-invalid'),
  ('domain-unfit', 'domain-invalid'),
  ('domain-unproved', 'domain-not-verified'),
  ('issuer-unfit', 'issuer-invalid'),
  ('file-harmful', 'malware-detected'),
  ('fields-lost', 'fields-would-be-removed'),
  ('document-not-tried', 'preflight-unavailable'),
  ('document-unsealable', 'preflight-failed'),
  ('recipient-twice', 'duplicate-recipient'),
  ('recipient-needs-to-sign', 'signer-missing'),
  ('order-contradictory', 'signing-order-invalid'),
  ('access-code-needed', 'access-code-required'),
  ('code-needed', 'code-required'),
  ('hold-needs-another', 'another-admin-required'),
  ('plan-without-benefit', 'plan-without-feature'),
  ('team-without-plan', 'plan-without-team'),
  ('private-to-another', 'private-to-other-member'),
  ('plan-already-yours', 'plan-already-active'),
  ('subscription-running', 'subscription-active'),
  ('closing-not-confirmed', 'closure-not-confirmed'),
  ('still-retained', 'retention-period-active'),
  ('brand-not-ours', 'brand-name-reserved'),
  ('brand-address', 'brand-contains-address'),
  ('brand-colour-unreadable', 'brand-color-invalid'),
  ('brand-colour-pale', 'brand-color-too-light'),
  ('sender-domain-ours', 'sender-domain-reserved'),
  ('sender-local-invalid', 'sender-local-part-invalid'),
  ('document-not-shown', 'document-not-opened'),
  ('role-does-not-sign', 'role-cannot-sign'),
  ('delegated-too-often', 'delegation-limit-reached'),
  ('managed-elsewhere', 'managed-by-provider')
) AS renamed (old_name, new_name) WHERE problem = old_name;

UPDATE bulk_rows SET parameters = jsonb_set(parameters, '{reason}', to_jsonb(new_name)) FROM (VALUES
  ('two-readings', 'ambiguous-number'),
  ('two-days', 'ambiguous-date'),
  ('too-many-ticks', 'too-many-checked'),
  ('one-line', 'single-line'),
  ('fault.two-readings', 'fault.ambiguous-number'),
  ('fault.choice-twice', 'fault.duplicate-choice'),
  ('fault.nothing-to-read', 'fault.read-only-empty')
) AS renamed (old_name, new_name) WHERE parameters->>'reason' = old_name;

UPDATE bulk_rows SET parameters = (
  SELECT jsonb_object_agg(coalesce(new_name, name), value) FROM jsonb_each(parameters) AS given (name, value) LEFT JOIN (VALUES
  ('most', 'max'),
  ('wanted', 'requested'),
  ('deepest', 'maxDepth'),
  ('needed', 'requiredPlan'),
  ('anHour', 'perHour'),
  ('aDay', 'perDay'),
  ('toOneAddress', 'perAddress'),
  ('written', 'sent')
) AS renamed (old_name, new_name) ON name = old_name)
WHERE parameters ?| ARRAY['most', 'wanted', 'deepest', 'needed', 'anHour', 'aDay', 'toOneAddress', 'written'];
