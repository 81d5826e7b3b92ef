-- transaction: none
-- Names of one word or several, further spellings and Arabic words of two letters (docs/decisions/0126-search-by-sound.md).
-- Until an index is built again, it finds the former spellings.
CREATE OR REPLACE FUNCTION sound_keys(words text, typed boolean) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 5000 AS $$
DECLARE
  -- A session caches 32 regular expressions, so the loop uses none.
  vowel_letters CONSTANT text := 'aeiouwyAEIWY';
  letters text;
  word text;
  variants text[];
  variant text;
  last_letter text;
  consonants text;
  lead text;
  middle text;
  tail text;
  initials text[];
  vowels text[];
  ends text[];
  found text[];
  keys text[] := '{}';
  symbol text;
BEGIN
  letters := regexp_replace(lower(normalize(left(coalesce(words, ''), 500), NFKD)),
    '[\u0300-\u036f\u064b-\u065f\u0670\u0640\u0621''’‘`ʿʾ]', '', 'g');
  letters := regexp_replace(letters, '[^ \t\n]*[0-9@٠-٩۰-۹][^ \t\n]*', ' ', 'g');
  -- Between two equal Arabic letters a vowel is spoken.
  letters := regexp_replace(letters, '([بتجحخدرزسشصضطظعغفقكمنه])\1', '\1ع\1', 'g');
  -- Capitals stand for Arabic letters that Latin texts write in several ways.
  letters := translate(letters, 'øđðłıþß' || 'اٱةۃعويیےىبپتطٹثجچحهھہۀخدڈذضظرڑزژسصشغگقفڤكکلمنں',
    'oddlits' || 'AAAAEWYYYIBptttTJChHHHHXddODDrrzjssCGGKFvkklmnn');
  letters := ' ' || regexp_replace(letters, '[^a-zA-Z]+', ' ', 'g') || ' ';

  -- Short forms, and names that the rules below do not unite.
  letters := regexp_replace(letters, ' (mohd|mohmd|mhd|md)(?= )', ' mohamed', 'g');
  letters := regexp_replace(letters, ' sharjah?(?= )', ' CarKA', 'g');
  letters := replace(replace(replace(letters, ' EmrW ', ' Emr '), ' amro ', ' amr '), ' amru ', ' amr ');
  letters := replace(replace(replace(letters, ' john', ' jon'), ' joseph', ' jozef'), ' georges ', ' george ');
  letters := replace(replace(replace(letters, ' michael', ' maykel'), ' nichol', ' nikol'), ' jasmin', ' yasmin');
  letters := replace(replace(replace(letters, ' laxm', ' lakshm'), ' akth', ' akht'), ' akter', ' akhter');
  letters := replace(replace(letters, ' moideen', ' mohideen'), ' nurul ', ' nur ');
  letters := replace(replace(replace(letters, ' rosa', ' roza'), ' susan', ' suzan'), ' isab', ' izab');
  letters := replace(replace(replace(letters, ' yunus', ' yunes'), ' younus', ' yunes'), ' wadha ', ' wadhha ');
  letters := replace(letters, ' rabih ', ' rabi ');
  letters := replace(replace(replace(letters, ' tH ', ' tAhA '), ' EBdH ', ' EBdH EBdW '), 'mnEm ', 'mnEYm ');
  letters := regexp_replace(letters, ' ch(au|ou|ow|aw|u)dh?[aeou]*r(y|i|ie|ey)(?= )', ' Cudry', 'g');
  letters := regexp_replace(letters, ' (tC|C|J)WdH?A?rY(?= )', ' CWdrY', 'g');

  -- Abd and the word after it are one name. Its article is not pronounced before many letters.
  letters := regexp_replace(letters, ' abd ([ae][lrsnzdt]h?) (?=[a-z])', ' abd\1', 'g');
  letters := regexp_replace(letters, ' (abd([aeiu][lrsnzdt]h?)?|EBd) (?=[a-zA-Z])', ' \1', 'g');
  letters := regexp_replace(letters, ' EBdAl(?=[^AEWYI ])', ' EBd', 'g');
  letters := regexp_replace(letters, ' EBdA(?=l)', ' EBd', 'g');
  letters := regexp_replace(replace(replace(letters, ' abu al ', ' abul '), ' abu el ', ' abul '),
    ' ([aeu][lrsnzdt]|[au]sh|Al) (?=[a-zA-Z])', ' ', 'g');
  letters := replace(letters, ' All', ' Al|l');
  letters := replace(replace(letters, ' Al|lH ', ' AllH '), ' Al|l', ' l');

  -- Names that are written as one word or as several. A stored name has the keys of both, a typed one those of one word,
  -- because a search by Salahuddin does not mean all names with Salah.
  letters := regexp_replace(letters, ' ((?:z|dh?|th)ul|OW) (?=[a-zA-Z])', ' \1', 'g');
  letters := regexp_replace(letters, ' (abo?ul?|ABW) ([a-zA-Z]{2,})(?= )',
    CASE WHEN typed THEN ' \1\2' ELSE ' \1 \2 \1\2' END, 'g');
  letters := regexp_replace(letters, ' (b[ei]nt?|ibn|de(?:l|la|los)?|A?Bnt?|dY) ([a-zA-Z]{3,})(?= )',
    CASE WHEN typed THEN ' \2' ELSE ' \1 \2 \1\2' END, 'g');
  letters := regexp_replace(letters, ' [aeiu][dl]dh?(in|een|ine)(?= )', ' din', 'g');
  letters := regexp_replace(letters,
    ' (?:([a-zA-Z]+[^aeiou ])([aeiou]*)(?:[aeiou][dl]|[eu])dh?(?:in|een|ine)|([a-zA-Z]{2,})AldYn)(?= )',
    CASE WHEN typed THEN ' \1\3dYn' ELSE ' \1\3dYn \1\2\3 din' END, 'g');
  letters := regexp_replace(letters, ' (?:([a-zA-Z]+[^aeiouwy ])([aeiouwy]*)[aou]llah?|([a-zA-Z]+[^AEWY ])([AEWY]*)AllH)(?= )',
    CASE WHEN typed THEN ' \1\3ElH' ELSE ' \1\3ElH \1\2\3\4 AllH' END, 'g');
  IF NOT typed THEN
    letters := replace(replace(letters, ' abdElH abd AllH ', ' abdElH '), ' EBdElH EBd AllH ', ' EBdElH ');
    letters := regexp_replace(letters, ' ([a-zA-Z]+) (din|deen|dine|dhin|AldYn)(?= )', ' \1 \2 \1dYn', 'g');
    letters := regexp_replace(letters, ' ([a-zA-Z]*[^aeiouwyAEWY ])([aeiouwyAEWY]*) ([au]llah?|AllH)(?= )', ' \1\2 AllH \1ElH', 'g');
    letters := regexp_replace(letters, ' (bin|dela|delos)([bcdfghj-np-tvwxz][a-z]{3,})(?= )', ' \1\2 \2', 'g');
  END IF;

  letters := replace(replace(replace(replace(letters, 'tC', 'C'), 'tth', 'th'), 'ddh', 'dh'), ' chr', ' kr');
  letters := replace(replace(replace(replace(replace(letters, 'que ', 'k '), 'que', 'ke'), 'qui', 'ki'), 'gue', 'ge'), 'gui', 'gi');
  letters := replace(replace(replace(replace(replace(letters, 'tch', 'C'), 'ch', 'C'), 'kh', 'X'), 'gh', 'G'), 'sh', 'S');
  letters := replace(replace(replace(replace(replace(letters, 'th', 'U'), 'dh', 'V'), 'ph', 'f'), 'ck', 'k'), 'dj', 'j');
  letters := replace(translate(regexp_replace(letters, 'c(?=[eiy])', 's', 'g'), 'cq', 'kK'), 'x', 'ks');
  letters := regexp_replace(letters, '([b-df-hj-np-tvzBCDFGHJKOSTUVX])\1+', '\1', 'g');
  letters := regexp_replace(letters, ' abd[aeiu]l(?=[^aeiouwy ])', ' abd', 'g');
  letters := regexp_replace(letters, ' abd[aeiu](?=[a-zA-Z]{2})', ' abd', 'g');

  FOREACH word IN ARRAY string_to_array(btrim(letters), ' ') LOOP
    CONTINUE WHEN length(word) < 2 OR length(word) > 40;
    -- Final letters that are spoken or silent.
    variants := CASE
      WHEN right(word, 1) = 'H' THEN ARRAY[left(word, -1) || 'A', left(word, -1) || 'h']
      WHEN right(word, 1) = 'I' THEN ARRAY[left(word, -1) || 'A', left(word, -1) || 'Y']
      WHEN right(word, 2) = 'ah' OR right(word, 2) = 'eh' AND length(word) > 5 THEN ARRAY[word, left(word, -1)]
      WHEN right(word, 1) = 'e' AND length(word) > 2 AND strpos(vowel_letters, left(right(word, 2), 1)) = 0
        THEN ARRAY[word, left(word, -1)]
      ELSE ARRAY[word]
    END;
    -- Letters that other spellings omit or replace: Bharat and Barat, Tanveer and تنوير, Riyas and Riyaz.
    FOREACH variant IN ARRAY variants LOOP
      IF strpos(variant, 'bh') > 0 THEN variants := variants || replace(variant, 'bh', 'b'); END IF;
      IF strpos(variant, 'mb') > 0 THEN variants := variants || replace(variant, 'mb', 'nb'); END IF;
      IF strpos(variant, 'w') + strpos(variant, 'W') > 1 THEN
        variants := variants || (left(variant, 1) || replace(replace(replace(replace(replace(replace(replace(
          substr(variant, 2), 'wa', 'va'), 'we', 've'), 'wi', 'vi'), 'wo', 'vo'), 'wu', 'vu'), 'WA', 'vA'), 'WY', 'vY'));
      END IF;
      IF left(variant, 1) = 'v' THEN variants := variants || ('w' || substr(variant, 2)); END IF;
      IF length(word) > 3 AND right(variant, 1) = 's' THEN variants := variants || (left(variant, -1) || 'z'); END IF;
      -- Shafiqul Islam.
      IF length(word) > 5 AND right(variant, 2) IN ('ul', 'ur') AND strpos(vowel_letters, left(right(variant, 3), 1)) = 0
        THEN variants := variants || left(variant, -2); END IF;
    END LOOP;
    -- The article as part of the word.
    IF left(word, 2) = 'Al' AND length(word) > 3 OR length(word) > 4 AND left(word, 2) IN ('al', 'el') AND strpos(vowel_letters, substr(word, 3, 1)) = 0 THEN
      FOREACH variant IN ARRAY variants LOOP variants := variants || substr(variant, 3); END LOOP;
    END IF;
    FOREACH variant IN ARRAY variants LOOP
      variant := replace(variant, 'H', 'h');
      -- Y and W are consonants at the start only.
      variant := translate(left(variant, 1), 'yYwW', 'QQPP') || substr(variant, 2);
      lead := left(variant, length(variant) - length(ltrim(variant, vowel_letters)));
      consonants := rtrim(variant, vowel_letters);
      tail := substr(variant, length(consonants) + 1);
      last_letter := right(consonants, 1);
      CONTINUE WHEN last_letter = '';
      middle := left(consonants, -1);
      middle := substr(middle, length(rtrim(middle, vowel_letters)) + 1);
      consonants := translate(left(consonants, -1), vowel_letters, '');
      initials := CASE
        WHEN lead = '' THEN ARRAY['']
        WHEN left(lead, 1) IN ('A', 'E', 'I') THEN ARRAY['a', 'i', 'u']
        WHEN left(lead, 2) IN ('ae', 'ai', 'ay') THEN ARRAY['a', 'i']
        WHEN left(lead, 2) IN ('ao', 'au', 'aw') THEN ARRAY['a', 'u']
        WHEN left(lead, 1) = 'a' THEN ARRAY['a']
        WHEN left(lead, 1) IN ('e', 'i') THEN ARRAY['i']
        ELSE ARRAY['u']
      END;
      -- Vowels before the last consonant. Short a, i, u: 1, 2, 3. Long: 4, 5, 6. Arabic texts do not write short ones.
      vowels := CASE
        WHEN middle = '' THEN ARRAY['1', '2', '3']
        WHEN middle IN ('a', 'aa') THEN ARRAY['1', '4']
        WHEN middle = 'e' THEN ARRAY['1', '2', '3', '5']
        WHEN middle = 'i' THEN ARRAY['2', '5']
        WHEN middle IN ('o', 'u') THEN ARRAY['3', '6']
        WHEN middle = 'E' OR middle = 'A' AND consonants = '' THEN ARRAY['1', '2', '3', '4']
        ELSE array_remove(ARRAY[
          CASE WHEN translate(middle, 'iyIY', '') <> middle
            OR strpos(middle, 'ee') + strpos(middle, 'ae') + strpos(middle, 'ea') > 0 THEN '5' END,
          CASE WHEN translate(middle, 'ouwW', '') <> middle THEN '6' END,
          CASE WHEN strpos(middle, 'A') + strpos(middle, 'oa') + strpos(middle, 'ua') + strpos(middle, 'ea') > 0
            OR strpos(middle, 'ae') > 0 AND strpos(middle, 'aee') = 0 THEN '4' END], NULL)
      END;
      ends := CASE
        WHEN tail = '' THEN ARRAY['']
        -- Final ع, which Latin texts omit or write as a.
        WHEN right(tail, 2) = 'WE' THEN ARRAY['u', 'a']
        WHEN right(tail, 2) = 'YE' THEN ARRAY['i', 'ya']
        WHEN tail = 'EA' THEN ARRAY['a', 'ya']
        WHEN tail = 'ea' THEN ARRAY['a', 'i', 'ya']
        WHEN right(tail, 1) IN ('i', 'y', 'I', 'Y') OR right(tail, 2) IN ('ee', 'ie') THEN ARRAY['i']
        WHEN right(tail, 1) IN ('o', 'u', 'w', 'W') THEN ARRAY['u']
        WHEN right(tail, 1) = 'e' THEN ARRAY['a', 'i']
        ELSE ARRAY['a']
      END;
      -- A glide before the last vowel: Rania is not Rana.
      IF ends = ARRAY['a'] AND length(tail) > 1 AND translate(left(tail, -1), 'iyIY', '') <> left(tail, -1) THEN ends := ARRAY['ya']; END IF;
      found := ARRAY(SELECT initial || consonants || vowel || last_letter || ending
        FROM unnest(initials) AS initial, unnest(vowels) AS vowel, unnest(ends) AS ending);
      consonants := consonants || last_letter;
      IF translate(consonants, 'BFJgKTDOUVSG', '') <> consonants THEN
        FOREACH symbol IN ARRAY ARRAY['B,b,p', 'F,f,v', 'g,g,j,q,x', 'J,j,g', 'K,k,q', 'T,t,s', 'D,d,z,th', 'O,d,z,th', 'U,t,s,th,z', 'V,d,z,dh', 'S,C,sh', 'G,x'] LOOP
          IF strpos(consonants, left(symbol, 1)) > 0 THEN
            found := ARRAY(SELECT replace(key, left(symbol, 1), sound)
              FROM unnest(found) AS key, unnest(string_to_array(substr(symbol, 3), ',')) AS sound);
          END IF;
        END LOOP;
      END IF;
      keys := keys || found;
    END LOOP;
  END LOOP;
  RETURN ARRAY(SELECT DISTINCT key COLLATE "C" FROM unnest(keys) AS key ORDER BY 1);
END $$;

-- With a parsed body, because maintenance of an index has no search path.
CREATE OR REPLACE FUNCTION sound_keys(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 5000
RETURN sound_keys(words, false);

DROP INDEX CONCURRENTLY IF EXISTS customers_sound_new_idx;
CREATE INDEX CONCURRENTLY customers_sound_new_idx ON customers USING gin (created_at, sound_keys(name || ' ' || coalesce(company, '')));
DROP INDEX CONCURRENTLY IF EXISTS customers_sound_idx;
ALTER INDEX customers_sound_new_idx RENAME TO customers_sound_idx;

DROP INDEX CONCURRENTLY IF EXISTS properties_sound_new_idx;
CREATE INDEX CONCURRENTLY properties_sound_new_idx ON properties USING gin (created_at, sound_keys(street || ' ' || building || ' ' || area || ' ' || landmark));
DROP INDEX CONCURRENTLY IF EXISTS properties_sound_idx;
ALTER INDEX properties_sound_new_idx RENAME TO properties_sound_idx;

DROP INDEX CONCURRENTLY IF EXISTS bookings_sound_new_idx;
CREATE INDEX CONCURRENTLY bookings_sound_new_idx ON bookings USING gin (requested_at, sound_keys(contact_name));
DROP INDEX CONCURRENTLY IF EXISTS bookings_sound_idx;
ALTER INDEX bookings_sound_new_idx RENAME TO bookings_sound_idx;

DROP INDEX CONCURRENTLY IF EXISTS contracts_sound_new_idx;
CREATE INDEX CONCURRENTLY contracts_sound_new_idx ON contracts USING gin (requested_at, sound_keys(contact_name));
DROP INDEX CONCURRENTLY IF EXISTS contracts_sound_idx;
ALTER INDEX contracts_sound_new_idx RENAME TO contracts_sound_idx;

DROP INDEX CONCURRENTLY IF EXISTS conversations_sound_new_idx;
CREATE INDEX CONCURRENTLY conversations_sound_new_idx ON conversations USING gin (last_message_at, sound_keys(name));
DROP INDEX CONCURRENTLY IF EXISTS conversations_sound_idx;
ALTER INDEX conversations_sound_new_idx RENAME TO conversations_sound_idx;

DROP INDEX CONCURRENTLY IF EXISTS technicians_sound_new_idx;
CREATE INDEX CONCURRENTLY technicians_sound_new_idx ON technicians USING gin (sound_keys(name));
DROP INDEX CONCURRENTLY IF EXISTS technicians_sound_idx;
ALTER INDEX technicians_sound_new_idx RENAME TO technicians_sound_idx;

DROP INDEX CONCURRENTLY IF EXISTS users_sound_new_idx;
CREATE INDEX CONCURRENTLY users_sound_new_idx ON users USING gin (sound_keys(name));
DROP INDEX CONCURRENTLY IF EXISTS users_sound_idx;
ALTER INDEX users_sound_new_idx RENAME TO users_sound_idx;
