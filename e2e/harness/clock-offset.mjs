// Preloaded by tests that set the product's clock back by CLOCK_BACK_MS milliseconds. The database clock is
// unchanged.
const offsetMs = Number(process.env.CLOCK_BACK_MS);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  /** @param {any[]} given */
  constructor(...args) {
    // @ts-expect-error Any arguments of the Date constructor.
    super(...(args.length === 0 ? [RealDate.now() - offsetMs] : args));
  }

  static now() {
    return RealDate.now() - offsetMs;
  }
};
