// Preloaded by tests that set the product's clock back by CLOCK_BACK_MS milliseconds. The database clock is
// unchanged.
const back = Number(process.env.CLOCK_BACK_MS);
const Right = Date;

globalThis.Date = class extends Right {
  /** @param {any[]} given */
  constructor(...given) {
    // @ts-expect-error Whatever a date is made of.
    super(...(given.length === 0 ? [Right.now() - back] : given));
  }

  static now() {
    return Right.now() - back;
  }
};
