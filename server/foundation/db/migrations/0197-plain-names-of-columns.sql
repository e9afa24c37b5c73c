-- Columns and tables have the words of the glossary and of the API.
ALTER TABLE accounts RENAME COLUMN factor_required TO two_factor_required;
ALTER TABLE accounts RENAME COLUMN closing_asked_at TO closure_requested_at;
ALTER TABLE accounts RENAME COLUMN closing_asked_by TO closure_requested_by;
ALTER TABLE accounts RENAME COLUMN forgotten_at TO names_deleted_at;
ALTER INDEX accounts_to_forget RENAME TO accounts_with_names_to_delete;
ALTER TABLE account_exports RENAME COLUMN asked_by TO requested_by;
ALTER TABLE account_exports RENAME COLUMN asked_at TO requested_at;
ALTER TABLE account_sign_ons RENAME COLUMN claimed_at TO verified_at;
ALTER TABLE brands RENAME COLUMN colour TO color;
ALTER TABLE brands RENAME COLUMN reply_to_asked TO reply_to_requested;
ALTER TABLE brands RENAME COLUMN reply_to_ask_id TO reply_to_request_id;
ALTER TABLE brands RENAME COLUMN reply_to_asked_at TO reply_to_requested_at;
ALTER TABLE brands RENAME COLUMN reply_to_asked_by TO reply_to_requested_by;
ALTER TABLE bulk_sends RENAME COLUMN rows_forgotten_at TO rows_deleted_at;
ALTER TABLE documents RENAME COLUMN strengthening_sha256 TO augmentation_sha256;
ALTER TABLE documents RENAME COLUMN strengthening_size TO augmentation_size;
ALTER TABLE documents RENAME COLUMN strengthen_at TO augment_at;
ALTER INDEX documents_to_strengthen RENAME TO documents_to_augment;
ALTER INDEX documents_by_strengthening RENAME TO documents_by_augmentation;
ALTER TABLE documents RENAME COLUMN reminder_most TO reminder_max;
ALTER TABLE templates RENAME COLUMN reminder_most TO reminder_max;
ALTER TABLE editor_frames RENAME COLUMN asked_ip TO requested_ip;
ALTER TABLE editor_frames RENAME COLUMN asked_agent TO requested_agent;
ALTER TABLE editor_frames RENAME COLUMN asked_at TO requested_at;
ALTER TABLE embed_addresses RENAME COLUMN asked_ip TO requested_ip;
ALTER TABLE embed_addresses RENAME COLUMN asked_agent TO requested_agent;
ALTER TABLE embed_addresses RENAME COLUMN asked_at TO requested_at;
ALTER TABLE folders RENAME COLUMN gone_at TO removed_at;
ALTER TABLE form_entries RENAME COLUMN asked_at TO requested_at;
ALTER TABLE idempotent_answers RENAME TO idempotent_responses;
ALTER INDEX idempotent_answers_by_age RENAME TO idempotent_responses_by_age;
ALTER TABLE mail_troubles RENAME TO mail_problems;
ALTER TABLE mails RENAME COLUMN delay_noted_at TO delay_recorded_at;
ALTER TABLE own_data_asks RENAME TO data_requests;
ALTER TABLE data_requests RENAME COLUMN asked_at TO requested_at;
ALTER INDEX own_data_asks_by_address RENAME TO data_requests_by_address;
ALTER INDEX own_data_asks_by_time RENAME TO data_requests_by_time;
ALTER TABLE public_forms RENAME COLUMN most_in_all TO max_total;
ALTER TABLE public_forms RENAME COLUMN most_an_hour TO max_per_hour;
ALTER TABLE recipients RENAME COLUMN access_code_needed TO access_code_required;
ALTER TABLE template_roles RENAME COLUMN access_code_needed TO access_code_required;
ALTER TABLE sandbox_answers RENAME TO sandbox_responses;
ALTER TABLE sender_domains RENAME COLUMN proved_at TO verified_at;
ALTER TABLE subscriptions RENAME COLUMN begun_readings TO readings_started;
ALTER TABLE subscriptions RENAME COLUMN kept_reading TO reading_saved;
ALTER TABLE subscriptions RENAME COLUMN asked_by TO requested_by;
ALTER TABLE subscriptions RENAME COLUMN asked_ip TO requested_ip;
ALTER TABLE subscriptions RENAME COLUMN asked_at TO requested_at;
ALTER TABLE support_messages RENAME COLUMN waits_since TO waiting_since;
ALTER TABLE webhook_attempts RENAME COLUMN took_ms TO duration_ms;
ALTER TABLE webhook_endpoints RENAME COLUMN told_at TO notified_at;
ALTER TABLE webhook_endpoints RENAME COLUMN off_because TO disabled_reason;

-- Bulk sends in progress contain the roles of their template as JSON. A quoted text contains \" instead of ".
UPDATE bulk_sends SET snapshot = replace(snapshot::text, '"accessCodeNeeded":', '"accessCodeRequired":')::jsonb
 WHERE snapshot::text LIKE '%"accessCodeNeeded":%';

-- Events of accounts are not hashed, unlike those of documents, which keep their names.
UPDATE account_events SET type = new_name FROM (VALUES
  ('folder_kept', 'folder_made_private'),
  ('template_kept', 'template_made_private'),
  ('group_made', 'group_created'),
  ('group_removed', 'group_deleted'),
  ('factor_required', 'two_factor_required'),
  ('factor_not_required', 'two_factor_not_required'),
  ('copies_changed', 'completion_copies_changed'),
  ('domain_claimed', 'domain_verified'),
  ('sign_on_ended', 'sign_on_removed'),
  ('member_signed_on', 'member_joined_by_sign_on'),
  ('subscription_cancelled', 'subscription_canceled'),
  ('two_factor_on', 'two_factor_enabled'),
  ('two_factor_off', 'two_factor_disabled'),
  ('two_factor_guessed', 'two_factor_attempts_exceeded'),
  ('recovery_codes_made', 'recovery_codes_created'),
  ('reply_to_asked', 'reply_to_requested'),
  ('sender_domain_proved', 'sender_domain_verified'),
  ('document_left_out', 'document_not_imported'),
  ('closing_asked', 'closure_requested'),
  ('closing_cancelled', 'closure_canceled'),
  ('key_made', 'api_key_created'),
  ('key_renamed', 'api_key_renamed'),
  ('key_rotated', 'api_key_rotated'),
  ('key_revoked', 'api_key_revoked'),
  ('webhook_switched_off', 'webhook_disabled')
) AS renamed (old_name, new_name) WHERE type = old_name;
