-- Folds further letters and digits. Twin in the browser: app/platform/text/search-folding.ts.
CREATE OR REPLACE FUNCTION fold_search_text(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN replace(
    regexp_replace(
      -- Spaces stay between digits only, for a moment as a sign that was removed before.
      regexp_replace(
        -- Marks, punctuation, symbols, hamza, tatweel and invisible characters. Keeps @ % _ \, which are searched.
        regexp_replace(
          replace(replace(replace(replace(
            translate(lower(normalize(words, NFKD)),
              'øđðłħŧıŋəςɓɗɖƙƴɛɔƒ' || 'ٱٲٳةىیےېۍێکڪڭگګھہۃەپچژڤٹټڈډڑړڕںڼڵۆۇۋ'
              || '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯',
              'oddlhtineσbddkyeof' || 'اااهييييييكككككههههبجزفتتددرررننلووو' || repeat('0123456789', 10)),
            'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th'),
          '[\u0001-\u0008\u000e-\u001f!-$&-/:-?\[\]^`{-\u009f\u00a1-\u00bf\u00d7\u00f7\u02b0-\u036f\u0483-\u0489\u0559-\u055f\u0589\u058a\u0591-\u05c7\u05f3\u05f4\u0600-\u061f\u0621\u0640\u064b-\u065f\u066a-\u066d\u0670\u0674\u06d4\u06d6-\u06ed\u06fd\u06fe\u08d3-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u2000-\u206f\u20a0-\u20ff\u2190-\u2bff\u2e00-\u2e7f\u3001-\u3004\u3008-\u3020\u3030\u30fb\ua78b\ua78c\ue000-\uf8ff\ufe00-\ufe6f\ufeff\ufff9-\uffff\U0001f000-\U0001faff\U000e0000-\U0010ffff]+',
          '', 'g'),
        '([0-9])[\t-\r ]+(?=[0-9])', '\1|', 'g'),
      '[\t-\r ]+', '', 'g'),
    '|', ' ');

-- Adds all generated columns again, because an update would fire the triggers of immutable rows. Customers and properties follow.
DROP INDEX customers_search_idx, properties_search_idx;
ALTER TABLE customers DROP COLUMN search_text;
ALTER TABLE properties DROP COLUMN search_text;
DO $$
DECLARE searched record;
BEGIN
  FOR searched IN
    SELECT table_name AS name, generation_expression AS expression FROM information_schema.columns
    WHERE table_schema = current_schema() AND column_name = 'search_text' AND is_generated = 'ALWAYS'
  LOOP
    EXECUTE format('ALTER TABLE %I DROP COLUMN search_text, ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (%s) STORED',
      searched.name, searched.expression);
    EXECUTE format('CREATE INDEX %I ON %I USING gin (search_text gin_trgm_ops)', searched.name || '_search_idx', searched.name);
  END LOOP;
END $$;

-- Words of one search may be in a customer's contact and in different addresses, so one column holds them all.
ALTER TABLE customers ADD COLUMN search_text text NOT NULL DEFAULT '';
ALTER TABLE properties ADD COLUMN address_search_text text NOT NULL
  GENERATED ALWAYS AS (fold_search_text(street || ' ' || building || ' ' || unit || ' ' || area || ' ' || landmark || ' '
    || coalesce(makani, ''))) STORED;

-- `kept_id`: customer into which others may have been merged, whose contacts still find it.
CREATE FUNCTION search_text_of_customer(kept_id uuid, contact text) RETURNS text LANGUAGE sql STABLE
  RETURN concat_ws(' ', fold_search_text(contact),
    (SELECT string_agg(fold_search_text(concat_ws(' ', name, phone, email, company, trn)), ' ' ORDER BY merged_at, id)
      FROM customers WHERE merged_into = kept_id),
    (SELECT string_agg(address_search_text, ' ' ORDER BY created_at, id) FROM properties WHERE customer_id = kept_id));

UPDATE customers SET search_text = search_text_of_customer(id, concat_ws(' ', name, phone, email, company, trn));
CREATE INDEX customers_search_idx ON customers USING gin (search_text gin_trgm_ops);

CREATE FUNCTION write_customer_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := search_text_of_customer(NEW.id, concat_ws(' ', NEW.name, NEW.phone, NEW.email, NEW.company, NEW.trn));
  RETURN NEW;
END $$;
CREATE TRIGGER write_customer_search_text BEFORE INSERT OR UPDATE OF name, phone, email, company, trn, search_text ON customers
  FOR EACH ROW EXECUTE FUNCTION write_customer_search_text();

-- Both are deferred, so that the customer's row is locked at the commit only, after all other locks. Otherwise two changes to one
-- customer could deadlock.
CREATE FUNCTION refresh_search_text_of_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE customers SET search_text = '' WHERE id = NEW.merged_into;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER refresh_search_text_of_kept AFTER INSERT OR UPDATE OF merged_into, name, phone, email, company, trn ON customers
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.merged_into IS NOT NULL) EXECUTE FUNCTION refresh_search_text_of_kept();

-- The comparisons refresh a customer once when many addresses change together.
CREATE FUNCTION refresh_search_text_of_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE customers SET search_text = '' WHERE id = OLD.customer_id AND strpos(search_text, OLD.address_search_text) > 0;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE customers SET search_text = '' WHERE id = NEW.customer_id AND strpos(search_text, NEW.address_search_text) = 0;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER refresh_search_text_of_owner
  AFTER INSERT OR DELETE OR UPDATE OF customer_id, street, building, unit, area, landmark, makani ON properties
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refresh_search_text_of_owner();
