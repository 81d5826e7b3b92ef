/**
 * Reference model of one customer's accounts, slow and simple: arrays of all entries, summed for every
 * result. The product is compared with it, so it shares neither its tables nor its optimisations. Amounts are
 * AED in fils incl. VAT; days are in Dubai time.
 */
export class Books {
  /** Day on which the ledger posts an entry of a day: the day itself, or the first open one. */
  readonly #postedOn: (day: string) => string;
  constructor(postedOn: (day: string) => string) {
    this.#postedOn = postedOn;
  }

  quotes: { id: string; fils: number; depositFils: number; rule: "refunded" | "forfeited"; over: boolean }[] =
    [];
  /** In the order of their numbers. */
  invoices: {
    id: string;
    /** `opening`: the unpaid part of an invoice of the former books. */
    kind: "invoice" | "deposit" | "opening";
    quote: string | null;
    day: string;
    /** Earliest of supply and issue. */
    taxPoint: string;
    /** Day in whose VAT return it counts: the tax point, or the first open day. */
    taxDay: string;
    due: string;
  }[] = [];
  /** VAT on payments before the tax point of their invoice, moved from the invoice's period to their own. */
  advances: { fromDay: string; toDay: string; box: VatBox; net: number; vat: number }[] = [];
  lines: {
    invoice: string;
    position: number;
    quantityHundredths: number;
    fils: number;
    vatFils: number;
    box: VatBox;
    /** Deducted deposit; its amount is negative. */
    deducts: string | null;
  }[] = [];
  creditNotes: { id: string; invoice: string; day: string }[] = [];
  /** `box`: of a credited opening balance, whose own line has no VAT here; otherwise that of its line. */
  creditNoteLines: {
    note: string;
    invoice: string;
    position: number;
    fils: number;
    vatFils: number;
    box: VatBox | null;
  }[] = [];
  payments: { id: string; fils: number; day: string; by: "hand" | "cheque" | "card"; card: string | null }[] =
    [];
  /** Outflows of a payment; negative if the money came back. */
  outflows: { payment: string; fils: number; day: string; as: "reversed" | "refunded" }[] = [];
  refunds: { id: string; payment: string | null; fils: number; day: string; outside: boolean }[] = [];
  failed: { refund: string; day: string }[] = [];
  /** Fees of the card provider beyond those of payments; negative when they are returned. */
  providerFees: { id: string; kind: "dispute" | "other"; fils: number }[] = [];
  /** Provider's fees of card payments, known from their payout on. */
  paymentFees: { payment: string; fils: number }[] = [];
  payouts: { id: string; fils: number; failed: boolean }[] = [];
  /** Output VAT taken back for bad debts; negative when it is declared again. `fils`: written-off amount. */
  reliefs: {
    invoice: string;
    fils: number;
    vatFils: number;
    day: string;
    taxDay: string;
    recovered: boolean;
  }[] = [];
  writeOffs: { invoice: string; fils: number; day: string }[] = [];
  /** Write-offs that a credit note, a later payment or the office reversed. */
  writeOffReversals: {
    invoice: string;
    fils: number;
    day: string;
    as: "credited" | "recovered" | "undone";
  }[] = [];
  /** Settlements of an invoice in order; negative amounts reopen it. */
  settled: {
    invoice: string;
    by: "payment" | "credit" | "credit-note" | "write-off";
    payment?: string;
    fils: number;
  }[] = [];
  /** One year each, invoiced in advance: as a whole, or in parts that are due on their first day. */
  contracts: {
    id: string;
    /** Null: not invoiced yet. */
    parts: { number: number; invoice: string | null; startsOn: string; endsOn: string; fils: number }[];
    inInstalments: boolean;
    state: "agreed" | "active" | "cancelled";
    startsOn: string;
    endsOn: string;
    /** Last day of a cancelled contract. */
    endedOn: string | null;
    began: boolean;
    /** Last month end with recognised revenue. */
    earnedThrough: string | null;
    /** Contract that this one renews. */
    renews: string | null;
  }[] = [];
  cheques: { invoice: string | null; fils: number; state: string }[] = [];
  /** Forfeited deposits of cancelled work. */
  forfeitedDeposits: string[] = [];
  /** Customer credit of the former books. */
  openingCredits: { day: string; fils: number }[] = [];
  /** Changes of the customer's credit and their payment. */
  credits: { fils: number; payment?: string }[] = [];

  total = (id: string) => sum(this.#linesOf(id), ({ fils }) => fils);
  vat = (id: string) => sum(this.#linesOf(id), ({ vatFils }) => vatFils);
  credited = (id: string) => sum(this.#notedOf(id), ({ fils }) => fils);
  writtenOff = (id: string) =>
    sum(
      this.writeOffs.filter(({ invoice }) => invoice === id),
      ({ fils }) => fils,
    ) -
    sum(
      this.writeOffReversals.filter(({ invoice }) => invoice === id),
      ({ fils }) => fils,
    );
  open = (id: string) => this.total(id) - sum(this.#settledOf(id), ({ fils }) => fils);
  credit = () => sum(this.credits, ({ fils }) => fils);
  #linesOf = (id: string) => this.lines.filter(({ invoice }) => invoice === id);
  #notedOf = (id: string) => this.creditNoteLines.filter(({ invoice }) => invoice === id);
  #settledOf = (id: string) => this.settled.filter(({ invoice }) => invoice === id);

  /**
   * Remainder of each line of an invoice after its credit notes; of a deposit also after deductions by other
   * invoices.
   */
  remainingLines(id: string) {
    return this.#linesOf(id).map((line) => {
      const noted = this.#notedOf(id).filter(({ position }) => position === line.position);
      const deducted = this.kindOf(id) === "deposit" ? this.deducted(id) : { fils: 0, vatFils: 0 };
      return {
        ...line,
        whole: line.fils,
        wholeVat: line.vatFils,
        fils: line.fils - sum(noted, ({ fils }) => fils) - deducted.fils,
        // VAT of an opening balance is not in these books.
        vatFils:
          this.kindOf(id) === "opening"
            ? 0
            : line.vatFils - sum(noted, ({ vatFils }) => vatFils) - deducted.vatFils,
      };
    });
  }
  remainingFils = (id: string) => sum(this.remainingLines(id), ({ fils }) => fils);

  /** Deducted part of a deposit, less what credit notes restored. */
  deducted(id: string): { fils: number; vatFils: number } {
    const lines = this.lines.filter(({ deducts }) => deducts === id);
    const credited = this.creditNoteLines.filter((entry) =>
      lines.some(({ invoice, position }) => invoice === entry.invoice && position === entry.position),
    );
    return {
      fils: -sum(lines, ({ fils }) => fils) + sum(credited, ({ fils }) => fils),
      vatFils: -sum(lines, ({ vatFils }) => vatFils) + sum(credited, ({ vatFils }) => vatFils),
    };
  }

  kindOf = (id: string) => this.invoices.find((invoice) => invoice.id === id)!.kind;
  /** The invoice of the work, if it is not fully credited. */
  findUncreditedInvoice = (quoteId: string) =>
    this.invoices.find(
      ({ id, kind, quote }) =>
        quote === quoteId &&
        kind === "invoice" &&
        sum(
          this.remainingLines(id).filter(({ deducts }) => !deducts),
          ({ fils }) => fils,
        ) > 0,
    );
  deposits = (quoteId: string) =>
    this.invoices.filter(({ kind, quote }) => quote === quoteId && kind === "deposit");
  /** Deposit due before the work. */
  depositDue(quoteId: string): number {
    const { depositFils, over } = this.quotes.find(({ id }) => id === quoteId)!;
    return over || this.invoices.some(({ quote }) => quote === quoteId) ? 0 : depositFils;
  }

  /** Open or written off, by due date, then by number. */
  payable = () => this.#byDueDate((id) => this.open(id) + this.writtenOff(id) > 0);
  /** Open, by due date, then by number. */
  sortByDueDate = () => this.#byDueDate((id) => this.open(id) > 0);
  #byDueDate = (isWanted: (id: string) => boolean) =>
    this.invoices
      .filter(({ id }) => isWanted(id))
      .sort((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : 0))
      .map(({ id }) => id);

  remainingOfPayment = (id: string) =>
    this.payments.find((payment) => payment.id === id)!.fils -
    sum(
      this.outflows.filter(({ payment }) => payment === id),
      ({ fils }) => fils,
    );
  reversed = (id: string) =>
    sum(
      this.outflows.filter(({ payment, as }) => payment === id && as === "reversed"),
      ({ fils }) => fils,
    );

  /**
   * Settles invoices in order, the open amount before what was written off; the remainder becomes the
   * customer's credit. `day`: on which a bad debt was recovered.
   */
  allocatePayment(payment: string, fils: number, invoices: readonly string[], day: string): void {
    let left = fils;
    for (const invoice of invoices) {
      const recovered = Math.min(Math.max(left - this.open(invoice), 0), this.writtenOff(invoice));
      this.reverseWriteOff(invoice, "recovered", recovered, day);
      const part = Math.min(left, this.open(invoice));
      if (part > 0) this.#settleByPayment(invoice, payment, part);
      left -= part;
    }
    if (left > 0) this.credits.push({ fils: left, payment });
  }

  /** Settles by a payment; one from before the tax point is taxed on its own day. */
  #settleByPayment(invoice: string, payment: string, fils: number): void {
    this.settled.push({ invoice, by: "payment", payment, fils });
    const { kind, taxPoint } = this.invoices.find(({ id }) => id === invoice)!;
    const { day } = this.payments.find(({ id }) => id === payment)!;
    if (kind === "deposit" || day >= taxPoint) return;
    const partOf = (whole: number) =>
      Math.sign(fils) * Math.round((whole * Math.abs(fils)) / this.total(invoice));
    for (const box of vatBoxes) {
      const lines = this.#linesOf(invoice).filter((line) => line.box === box);
      this.advances.push({
        fromDay: this.#postedOn(taxPoint),
        toDay: this.#postedOn(day),
        box,
        net: partOf(sum(lines, netOfLine)),
        vat: partOf(sum(lines, ({ vatFils }) => vatFils)),
      });
    }
  }

  /** Reverses a payment; returns false without a change if the money is no longer there. */
  reverse(payment: string, fils: number, day: string): boolean {
    if (fils > this.remainingOfPayment(payment)) return false;
    const paymentCredit = sum(
      this.credits.filter((entry) => entry.payment === payment),
      ({ fils }) => fils,
    );
    const withdrawn = this.#takeOut(payment, fils, paymentCredit);
    if (!withdrawn) return false;
    if (withdrawn.fromCredit > 0) this.credits.push({ fils: -withdrawn.fromCredit, payment });
    this.outflows.push({ payment, fils, day, as: "reversed" });
    return true;
  }

  /** Converts an amount to customer credit when the provider refunds a card on its own. */
  convertToCredit(payment: string, fils: number): boolean {
    if (fils > this.remainingOfPayment(payment)) return false;
    const withdrawn = this.#takeOut(payment, fils, Number.POSITIVE_INFINITY);
    if (withdrawn && withdrawn.unsettled > 0) this.credits.push({ fils: withdrawn.unsettled, payment });
    return withdrawn !== null;
  }

  /**
   * Takes at most `max` from the credit, then from the payment's settlements, newest first, then from the
   * credit's settlements, newest first.
   */
  #takeOut(payment: string, fils: number, max: number) {
    const atHand = Math.min(fils, max, this.credit());
    const settled = this.#takeFrom("payment", fils - atHand, payment);
    const unsettled = sum(settled, ({ fils }) => fils);
    const missing = fils - atHand - unsettled;
    const reopened = this.#takeFrom("credit", missing);
    if (atHand + missing > max || sum(reopened, ({ fils }) => fils) < missing) return null;
    for (const entry of settled) this.#settleByPayment(entry.invoice, payment, -entry.fils);
    for (const entry of reopened) {
      this.settled.push({ invoice: entry.invoice, by: "credit", fils: -entry.fils });
      this.credits.push({ fils: entry.fils });
    }
    return { fromCredit: atHand + missing, unsettled };
  }

  #takeFrom(by: "payment" | "credit", fils: number, payment?: string) {
    const parts = this.settled.filter((entry) => entry.by === by && entry.payment === payment);
    const invoicesNewestFirst = [...new Set(parts.map(({ invoice }) => invoice).reverse())];
    let left = fils;
    return invoicesNewestFirst.flatMap((invoice) => {
      const settledFils = sum(
        parts.filter((entry) => entry.invoice === invoice),
        ({ fils }) => fils,
      );
      const part = Math.min(left, settledFils);
      left -= part;
      return part > 0 ? [{ invoice, fils: part }] : [];
    });
  }

  /** Each transaction of the provider counts once. */
  addProviderFee(fee: Books["providerFees"][number]): void {
    const isKnown = this.providerFees.some(({ id }) => id === fee.id);
    if (fee.fils !== 0 && !isKnown) this.providerFees.push(fee);
  }

  /** Reopens an invoice by an amount that was written off. */
  reverseWriteOff(invoice: string, as: "credited" | "recovered" | "undone", fils: number, day: string): void {
    if (fils === 0) return;
    // A payment received before the write-off recovers it on the day of the write-off.
    const writtenOff = this.writeOffs.filter((one) => one.invoice === invoice);
    const reversedOn = latestDay([day, ...writtenOff.map((one) => one.day)]);
    this.writeOffReversals.push({ invoice, fils, day: reversedOn, as });
    this.settled.push({ invoice, by: "write-off", fils: -fils });
    if (this.relieved(invoice) <= this.writtenOff(invoice)) return;
    const claims = this.reliefs.filter((one) => one.invoice === invoice && one.fils > 0);
    const declaredOn = latestDay([reversedOn, ...claims.map((one) => one.day)]);
    this.#relieve(invoice, { day: declaredOn, recovered: as === "recovered" });
  }

  /** Written-off amount whose VAT was taken back. */
  relieved = (id: string) =>
    sum(
      this.reliefs.filter(({ invoice }) => invoice === id),
      ({ fils }) => fils,
    );
  /** Takes back the VAT of all that is written off. */
  claimRelief = (invoice: string, day: string) => this.#relieve(invoice, { day, recovered: false });
  #relieve(invoice: string, { day, recovered }: { day: string; recovered: boolean }): void {
    const [before, after] = [this.relieved(invoice), this.writtenOff(invoice)];
    const vatFils = this.vatOfPart(invoice, after) - this.vatOfPart(invoice, before);
    this.reliefs.push({
      invoice,
      fils: after - before,
      vatFils,
      day,
      taxDay: this.#postedOn(day),
      recovered,
    });
  }
  vatOfPart = (invoice: string, fils: number) => Math.round((this.vat(invoice) * fils) / this.total(invoice));
  /** Adjustment for bad debts in the VAT return of a month, as 2026-11. */
  adjustmentOf = (month: string) =>
    -sum(
      this.reliefs.filter(({ taxDay }) => taxDay.startsWith(month)),
      ({ vatFils }) => vatFils,
    );

  /** Reduces an invoice by a payment, a credit note or a write-off; returns the amount. */
  settle(invoice: string, by: "credit" | "credit-note" | "write-off", fils: number): number {
    const part = Math.min(fils, this.open(invoice));
    if (part > 0) this.settled.push({ invoice, by, fils: part });
    return part;
  }

  /** Entries of the statement of account. */
  entries(): { day: string; what: string; fils: number }[] {
    const refundOf = (id: string) => this.refunds.find((refund) => refund.id === id)!;
    return [
      ...this.invoices.map(({ id, kind, day }) => ({
        day,
        what: kind === "opening" ? "opening" : "invoice",
        fils: this.total(id),
      })),
      ...this.openingCredits.map(({ day, fils }) => ({ day, what: "opening", fils: -fils })),
      ...this.creditNotes.map(({ id, day }) => ({ day, what: "credit-note", fils: -this.#ofNote(id) })),
      ...this.payments.map(({ day, fils }) => ({ day, what: "payment", fils: -fils })),
      ...this.outflows
        .filter(({ as }) => as === "reversed")
        .map(({ day, fils }) => ({ day, what: "reversal", fils })),
      ...this.refunds.map(({ day, fils }) => ({ day, what: "refund", fils })),
      ...this.failed.map(({ refund, day }) => ({ day, what: "refund", fils: -refundOf(refund).fils })),
      ...this.writeOffs.map(({ day, fils }) => ({ day, what: "write-off", fils: -fils })),
      ...this.writeOffReversals.map(({ day, fils }) => ({ day, what: "write-off-reversed", fils })),
    ];
  }
  #ofNote = (id: string) =>
    sum(
      this.creditNoteLines.filter(({ note }) => note === id),
      ({ fils }) => fils,
    );
  balanceBefore = (before: string) =>
    sum(
      this.entries().filter(({ day }) => day < before),
      ({ fils }) => fils,
    );

  /** Open amounts by days overdue: not yet or covered by cheques in hand, up to 30, 60, 90, longer. */
  ageing(today: string): number[] {
    const buckets = [0, 0, 0, 0, 0];
    for (const { id, due } of this.invoices) {
      const held = this.cheques.filter(
        ({ invoice, state }) => invoice === id && (state === "received" || state === "deposited"),
      );
      if (sum(held, ({ fils }) => fils) >= this.open(id)) {
        buckets[0]! += this.open(id);
        continue;
      }
      const days = (Date.parse(today) - Date.parse(due)) / 86_400_000;
      const bucket = days <= 0 ? 0 : days <= 30 ? 1 : days <= 60 ? 2 : days <= 90 ? 3 : 4;
      buckets[bucket]! += this.open(id);
    }
    return buckets;
  }

  /**
   * Recognises the revenue of all started contracts at each month end; not of contracts that are only
   * accepted or cancelled.
   */
  recogniseRevenue(through: string): void {
    for (const contract of this.contracts) {
      if (contract.began) contract.earnedThrough = through;
    }
  }

  /** Revenue of a contract at each month end so far. */
  revenueByMonth(id: string): { monthEnd: string; fils: number }[] {
    const { startsOn, endedOn, earnedThrough } = this.contracts.find((contract) => contract.id === id)!;
    const began = endedOn && endedOn < startsOn ? endedOn : startsOn;
    const parts: { monthEnd: string; fils: number }[] = [];
    for (let month = began.slice(0, 7); earnedThrough && month <= earnedThrough.slice(0, 7); ) {
      const [year, number] = month.split("-").map(Number);
      const monthEnd = new Date(Date.UTC(year!, number!, 0)).toISOString().slice(0, 10);
      month = new Date(Date.UTC(year!, number!, 1)).toISOString().slice(0, 7);
      const before = sum(parts, ({ fils }) => fils);
      parts.push({ monthEnd, fils: this.#earnedBy(id, monthEnd) - before });
    }
    return parts.filter(({ fils }) => fils !== 0);
  }

  /** Invoiced amount of each part for its days passed by a day; the full amount after its end. */
  #earnedBy(id: string, day: string): number {
    const { parts, endedOn } = this.contracts.find((contract) => contract.id === id)!;
    return sum(parts, ({ invoice, startsOn, endsOn }) => {
      // An invoice that was credited by the office stays in its part.
      const net = invoice ? this.#netOfInvoice(invoice, day) : 0;
      if (day >= endsOn || (endedOn && day >= endedOn)) return net;
      if (day < startsOn) return 0;
      return Math.round((net * daysFrom(startsOn, day)) / daysFrom(startsOn, endsOn));
    });
  }
  #netOfInvoice(id: string, day: string): number {
    const { taxPoint: issued } = this.invoices.find((invoice) => invoice.id === id)!;
    const noted = this.#notedOf(id).filter(
      ({ note }) => this.creditNotes.find((entry) => entry.id === note)!.day <= day,
    );
    return issued > day ? 0 : sum(this.#linesOf(id), netOfLine) - sum(noted, netOfLine);
  }

  /** Refundable part of an invoice of a contract for the days after its last day. */
  unused(id: string, invoice: string, lastDay: string): number {
    const { parts, state } = this.contracts.find((contract) => contract.id === id)!;
    const { startsOn, endsOn } = parts.find((part) => part.invoice === invoice)!;
    const fils = this.remainingFils(invoice);
    if (state === "agreed" || lastDay < startsOn) return fils;
    const used = Math.min(daysFrom(startsOn, lastDay), daysFrom(startsOn, endsOn));
    return fils - Math.round((fils * used) / daysFrom(startsOn, endsOn));
  }

  /** Balances of the ledger accounts: debits positive, credits negative. */
  balances(): Record<
    | "receivables"
    | "output-vat"
    | "customer-deposits"
    | "customer-credit"
    | "deferred-contract-revenue"
    | "revenue"
    | "bad-debts"
    | "bad-debts-recovered"
    | "fees"
    | "dispute-fees"
    | "cheques-in-hand"
    | "uncleared-cheques"
    | "card-clearing"
    | "cash"
    | "bank"
    | "opening",
    number
  > {
    const net = netOfLine;
    const isAhead = ({ invoice }: { invoice: string }) =>
      this.contracts.some(({ parts }) => parts.some((part) => part.invoice === invoice));
    const earned = sum(this.contracts, ({ id }) => sum(this.revenueByMonth(id), ({ fils }) => fils));
    const isWork = ({ invoice, position }: { invoice: string; position: number }) =>
      this.kindOf(invoice) !== "deposit" &&
      !isAhead({ invoice }) &&
      this.lines.some((line) => line.invoice === invoice && line.position === position && !line.deducts);
    const deposits = this.invoices
      .filter(({ kind }) => kind === "deposit")
      .map(({ id }) => ({ id, left: sum(this.remainingLines(id), net) }));
    const failed = (id: string) => this.failed.some(({ refund }) => refund === id);
    const paid = (method: "hand" | "cheque" | "card") =>
      sum(
        this.payments.filter(({ by }) => by === method),
        ({ id, fils }) => fils - this.reversed(id),
      );
    const refunded = (card: boolean) =>
      sum(
        this.refunds.filter(({ id, payment }) => (payment !== null) === card && !failed(id)),
        ({ fils }) => fils,
      );
    const feesOf = (wanted: "dispute" | "other") =>
      sum(
        this.providerFees.filter(({ kind }) => kind === wanted),
        ({ fils }) => fils,
      );
    const fees = sum(this.paymentFees, ({ fils }) => fils) + feesOf("other");
    const paidOut = sum(
      this.payouts.filter(({ failed }) => !failed),
      ({ fils }) => fils,
    );
    const relievedVat = (wanted: boolean) =>
      sum(
        this.reliefs.filter(({ recovered }) => recovered === wanted),
        ({ vatFils }) => vatFils,
      );
    const chequesHeld = sum(
      this.cheques.filter(({ state }) => state === "received" || state === "deposited"),
      ({ fils }) => fils,
    );
    return {
      receivables: sum(this.invoices, ({ id }) => this.open(id)),
      "output-vat":
        sum(this.creditNoteLines, ({ vatFils }) => vatFils) -
        sum(this.lines, ({ vatFils }) => vatFils) +
        sum(this.reliefs, ({ vatFils }) => vatFils),
      "customer-deposits": -sum(
        deposits.filter(({ id }) => !this.forfeitedDeposits.includes(id)),
        ({ left }) => left,
      ),
      "customer-credit": -this.credit(),
      "deferred-contract-revenue":
        earned + sum(this.creditNoteLines.filter(isAhead), net) - sum(this.lines.filter(isAhead), net),
      revenue:
        -earned +
        sum(this.creditNoteLines.filter(isWork), net) -
        sum(
          this.lines.filter((line) => isWork(line) && this.kindOf(line.invoice) !== "opening"),
          net,
        ) -
        sum(
          deposits.filter(({ id }) => this.forfeitedDeposits.includes(id)),
          ({ left }) => left,
        ),
      "bad-debts":
        sum(this.writeOffs, ({ fils }) => fils) -
        sum(
          this.writeOffReversals.filter(({ as }) => as !== "recovered"),
          ({ fils }) => fils,
        ) -
        relievedVat(false),
      "bad-debts-recovered":
        -sum(
          this.writeOffReversals.filter(({ as }) => as === "recovered"),
          ({ fils }) => fils,
        ) - relievedVat(true),
      fees,
      "dispute-fees": feesOf("dispute"),
      "cheques-in-hand": chequesHeld,
      "uncleared-cheques": -chequesHeld,
      "card-clearing": paid("card") - refunded(true) - fees - feesOf("dispute") - paidOut,
      cash: paid("hand") - refunded(false),
      bank: paid("cheque") + paidOut,
      opening:
        sum(this.openingCredits, ({ fils }) => fils) -
        sum(
          this.invoices.filter(({ kind }) => kind === "opening"),
          ({ id }) => this.total(id),
        ),
    };
  }

  /** Adds an invoice and its tax point, the earliest of supply and issue. */
  addInvoice(
    invoice: Pick<Books["invoices"][number], "id" | "kind" | "quote" | "day" | "due">,
    suppliedOn: string,
  ): void {
    const taxPoint = suppliedOn < invoice.day ? suppliedOn : invoice.day;
    this.invoices.push({ ...invoice, taxPoint, taxDay: this.#postedOn(taxPoint) });
  }

  /** VAT of all tax invoices issued in a month less its credit notes, as 2026-11. */
  issuedVatOf = (month: string) =>
    sum(
      this.invoices.filter(({ day }) => day.startsWith(month)),
      ({ id }) => this.vat(id),
    ) -
    sum(
      this.creditNoteLines.filter(({ note }) =>
        this.creditNotes.some(({ id, day }) => id === note && day.startsWith(month)),
      ),
      ({ vatFils }) => vatFils,
    );

  /** Net sum of a box in the VAT return of a month, as 2026-11. */
  netOf = (month: string, box: VatBox) => this.#taxedIn(month, box, netOfLine, ({ net }) => net);
  /** VAT in the VAT return of a month. */
  vatOf = (month: string) =>
    this.#taxedIn(
      month,
      "standard",
      ({ vatFils }) => vatFils,
      ({ vat }) => vat,
    );

  #taxedIn(
    month: string,
    box: VatBox,
    of: (line: { fils: number; vatFils: number }) => number,
    ofAdvance: (advance: { net: number; vat: number }) => number,
  ): number {
    const isInBox = ({ invoice, position }: { invoice: string; position: number }) =>
      this.lines.some((line) => line.invoice === invoice && line.position === position && line.box === box);
    const advances = this.advances.filter((advance) => advance.box === box);
    const isIn = (day: string) => day.startsWith(month);
    const issued = this.invoices.filter(({ taxDay }) => isIn(taxDay));
    const corrected = this.creditNotes.filter(({ day }) => isIn(day));
    return (
      sum(issued, ({ id }) => sum(this.#linesOf(id).filter(isInBox), of)) -
      sum(
        this.creditNoteLines.filter(
          (line) =>
            (line.box ? line.box === box : isInBox(line)) && corrected.some(({ id }) => id === line.note),
        ),
        of,
      ) +
      sum(
        advances.filter(({ toDay }) => isIn(toDay)),
        ofAdvance,
      ) -
      sum(
        advances.filter(({ fromDay }) => isIn(fromDay)),
        ofAdvance,
      )
    );
  }
}

/** Boxes 1, 4 and 5 of the VAT return; supplies outside the scope of VAT are in none. */
const vatBoxes = ["standard", "zero", "exempt"] as const;
export type VatBox = (typeof vatBoxes)[number] | "none";

/** Counts both days. */
const daysFrom = (first: string, last: string) => (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;

const netOfLine = (entry: { fils: number; vatFils: number }) => entry.fils - entry.vatFils;

export function sum<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}

const latestDay = (days: readonly string[]) => days.toSorted().at(-1)!;
