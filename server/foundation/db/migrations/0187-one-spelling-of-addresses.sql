-- Addresses with a domain in letters beyond ASCII are stored with the encoded domain (xn--), so that both spellings are one
-- person, member, invitation or contact. Recipients keep the spelling that their documents and audit trails state.
--
-- RFC 3492 §6.3, for one label.
CREATE FUNCTION pg_temp.label_to_ascii(label text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  plain text := lower(normalize(label, NFKC));
  points int[] := ARRAY(SELECT ascii(one) FROM regexp_split_to_table(plain, '') WITH ORDINALITY AS letters (one, at) ORDER BY at);
  basic text := regexp_replace(plain, '[^ -~]', '', 'g');
  output text := CASE WHEN basic = '' THEN '' ELSE basic || '-' END;
  n int := 128; delta int := 0; bias int := 72; handled int := length(basic);
  next_point int; point int; q int; k int; threshold int; digit int; first boolean := true; steps int;
BEGIN
  IF plain ~ '^[ -~]*$' THEN RETURN label; END IF;
  WHILE handled < array_length(points, 1) LOOP
    SELECT min(one) INTO next_point FROM unnest(points) AS one WHERE one >= n;
    delta := delta + (next_point - n) * (handled + 1);
    n := next_point;
    FOREACH point IN ARRAY points LOOP
      IF point < n THEN delta := delta + 1; END IF;
      CONTINUE WHEN point <> n;
      q := delta; k := 36;
      LOOP
        threshold := least(greatest(k - bias, 1), 26);
        digit := CASE WHEN q < threshold THEN q ELSE threshold + (q - threshold) % (36 - threshold) END;
        output := output || substr('abcdefghijklmnopqrstuvwxyz0123456789', digit + 1, 1);
        EXIT WHEN q < threshold;
        q := (q - threshold) / (36 - threshold);
        k := k + 36;
      END LOOP;
      delta := CASE WHEN first THEN delta / 700 ELSE delta / 2 END;
      first := false;
      delta := delta + delta / (handled + 1);
      steps := 0;
      WHILE delta > 455 LOOP delta := delta / 35; steps := steps + 36; END LOOP;
      bias := steps + 36 * delta / (delta + 38);
      delta := 0;
      handled := handled + 1;
    END LOOP;
    delta := delta + 1;
    n := n + 1;
  END LOOP;
  RETURN 'xn--' || output;
END $$;

CREATE FUNCTION pg_temp.one_spelling(address text) RETURNS text LANGUAGE sql AS $$
  SELECT normalize(substring(address FROM '^(.*)@'), NFC) || '@' || (
    SELECT string_agg(pg_temp.label_to_ascii(label), '.' ORDER BY at)
      FROM regexp_split_to_table(substring(address FROM '[^@]*$'), '\.') WITH ORDINALITY AS labels (label, at))
$$;

-- If both spellings were stored already, the rows stay two.
UPDATE identities SET email = pg_temp.one_spelling(email)
 WHERE email ~ '[^ -~]' AND email LIKE '%@%' AND NOT EXISTS (
   SELECT FROM identities AS other WHERE other.id <> identities.id AND lower(other.email) = lower(pg_temp.one_spelling(identities.email)));
UPDATE users SET email = pg_temp.one_spelling(email) WHERE email ~ '[^ -~]' AND email LIKE '%@%';
UPDATE member_invitations SET email = pg_temp.one_spelling(email)
 WHERE email ~ '[^ -~]' AND email LIKE '%@%' AND NOT EXISTS (
   SELECT FROM member_invitations AS other WHERE other.account_id = member_invitations.account_id
     AND other.id <> member_invitations.id
     AND lower(other.email) = lower(pg_temp.one_spelling(member_invitations.email)));
UPDATE contacts SET email = pg_temp.one_spelling(email), email_key = lower(pg_temp.one_spelling(email))
 WHERE email ~ '[^ -~]' AND email LIKE '%@%' AND NOT EXISTS (
   SELECT FROM contacts AS other WHERE other.account_id = contacts.account_id AND other.id <> contacts.id
     AND other.email_key = lower(pg_temp.one_spelling(contacts.email)));
