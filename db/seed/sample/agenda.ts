import type { Ctx } from "~/platform/context";

interface Entry {
  at: Date;
  run: (now: Ctx) => Promise<void>;
}

/**
 * Runs the events of the sample in chronological order, so that numbers ascend with time. An event may plan
 * others; events after now are not run.
 */
export class Agenda {
  private readonly entries: Entry[] = [];

  plan(at: Date, run: Entry["run"]): void {
    this.entries.push({ at, run });
  }

  async runUntilNow(ctx: Ctx): Promise<void> {
    for (;;) {
      const next = this.takeEarliest();
      if (!next || next.at > ctx.now) return;
      await next.run({ ...ctx, now: next.at });
    }
  }

  private takeEarliest(): Entry | null {
    const [first] = this.entries.toSorted((a, b) => a.at.getTime() - b.at.getTime());
    if (!first) return null;
    this.entries.splice(this.entries.indexOf(first), 1);
    return first;
  }
}
