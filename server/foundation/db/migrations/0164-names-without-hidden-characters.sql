-- Names of people may no longer contain characters that are invisible or reverse the text (core/person/name.ts). Names
-- that were saved before lose those characters; the spelling joiners of Persian and of the scripts of India stay.
UPDATE users SET
  first_name = trim(regexp_replace(first_name, hidden.pattern, '', 'g')),
  last_name = trim(regexp_replace(last_name, hidden.pattern, '', 'g'))
FROM (VALUES (E'[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U000E0000-\U000E00FF]')) AS hidden (pattern)
WHERE first_name ~ hidden.pattern OR last_name ~ hidden.pattern;

UPDATE identities SET
  first_name = trim(regexp_replace(first_name, hidden.pattern, '', 'g')),
  last_name = trim(regexp_replace(last_name, hidden.pattern, '', 'g'))
FROM (VALUES (E'[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U000E0000-\U000E00FF]')) AS hidden (pattern)
WHERE first_name ~ hidden.pattern OR last_name ~ hidden.pattern;
