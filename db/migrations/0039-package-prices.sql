-- What a package cost is never changed: contracts stand on it.
CREATE TRIGGER package_prices_never_change BEFORE UPDATE ON package_prices
  FOR EACH ROW EXECUTE FUNCTION refuse_price_change();
