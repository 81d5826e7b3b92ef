/** Up to 3 retries with growing delays (docs/domain.md, "Forms"). */
const RETRIES = 3;
const FIRST_DELAY_MS = 1_000;

interface Attempt {
  insert: (src: string) => Promise<void>;
  wait: (ms: number) => Promise<void>;
}

const inBrowser: Attempt = {
  insert: insertScript,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Rejects after the last retry. */
export async function loadScript(src: string, { insert, wait }: Attempt = inBrowser): Promise<void> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await insert(src);
    } catch (error) {
      if (retry === RETRIES) throw error;
      await wait(FIRST_DELAY_MS * 2 ** retry);
    }
  }
}

function insertScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`The script cannot be loaded: ${new URL(src).origin}`));
    };
    document.head.append(script);
  });
}
