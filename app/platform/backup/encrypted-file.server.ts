import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { createGunzip, createGzip, constants as zlib } from "node:zlib";
import { Decrypter, Encrypter, type Identity, type Recipient, Stanza } from "age-encryption";
import { syncFolder } from "../files/write-file-atomic.server";
import { BackupError } from "./backup-error";

/** Compressed age files (https://age-encryption.org/v1), authenticated in blocks of 64 KiB. */

export type EncryptionKey = { passphrase: string } | { recipient: string };
export type DecryptionKey = { passphrase: string } | { identity: string };

/** Renames the file when complete. Returns its size in bytes. */
export async function writeEncrypted(
  path: string,
  source: Readable,
  lock: EncryptionKey,
  { signal, onWritten }: { signal?: AbortSignal; onWritten?: (bytes: number) => Promise<void> } = {},
): Promise<number> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.part`;
  const encrypter = new Encrypter();
  encrypter.addRecipient("passphrase" in lock ? passphraseRecipient(lock.passphrase) : lock.recipient);
  const packed = createGzip({ level: zlib.Z_BEST_SPEED });
  const packing = pipeline(source, packed, { signal });
  packing.catch(() => {});
  let written = 0;
  const file = await open(draft, "w", 0o600);
  try {
    const plain = Readable.toWeb(packed) as unknown as globalThis.ReadableStream<Uint8Array>;
    const sealed = (await encrypter.encrypt(plain)) as unknown as ReadableStream<Uint8Array>;
    for await (const bytes of Readable.fromWeb(sealed)) {
      await file.writeFile(bytes);
      written += bytes.length;
      await onWritten?.(written);
    }
    await packing;
    await file.sync();
    await file.close();
  } catch (error) {
    source.destroy();
    await file.close().catch(() => {});
    await rm(draft, { force: true });
    throw source.errored ?? error;
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
  return written;
}

/** Fails at the first altered byte. */
export async function openEncrypted(path: string, key: DecryptionKey): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addIdentity("passphrase" in key ? passphraseIdentity(key.passphrase) : key.identity);
  const file = createReadStream(path);
  let plain: ReadableStream<Uint8Array>;
  try {
    const sealed = Readable.toWeb(file) as unknown as globalThis.ReadableStream<Uint8Array>;
    plain = (await decrypter.decrypt(sealed)) as unknown as ReadableStream<Uint8Array>;
  } catch (error) {
    file.destroy();
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      throw new BackupError("impossible", `${path} does not exist`, { cause: error });
    }
    throw new BackupError(
      "unreadable",
      `${path} cannot be opened: the passphrase is wrong, or it is not a backup`,
      {
        cause: error,
      },
    );
  }
  return Readable.from(decompress(path, Readable.fromWeb(plain)), { objectMode: false });
}

async function* decompress(path: string, packed: Readable): AsyncGenerator<Buffer> {
  const plain = createGunzip();
  pipeline(packed, plain).catch(() => {});
  try {
    for await (const bytes of plain) yield bytes;
  } catch (cause) {
    throw new BackupError("unreadable", `${path} is damaged: it is incomplete or was altered`, { cause });
  }
}

/** Default of age: each guess takes a second and 256 MB. */
const WORK_FACTOR = 18;

/**
 * Replaces the library's key derivation, which would block the event loop for a second. Format:
 * https://age-encryption.org/v1, "The scrypt recipient type".
 */
function passphraseRecipient(passphrase: string): Recipient {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(16);
      const cipher = createCipheriv("chacha20-poly1305", await keyOf(passphrase, salt), Buffer.alloc(12), {
        authTagLength: 16,
      });
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
      return [new Stanza(["scrypt", base64(salt), String(WORK_FACTOR)], new Uint8Array(body))];
    },
  };
}

function passphraseIdentity(passphrase: string): Identity {
  return {
    async unwrapFileKey([stanza, ...otherStanzas]) {
      const [type, salt = "", factor = ""] = stanza?.args ?? [];
      if (!stanza || type !== "scrypt" || otherStanzas.length > 0) return null;
      if (Number(factor) > WORK_FACTOR + 2 || stanza.body.length !== 32) return null;
      const key = await keyOf(passphrase, Buffer.from(salt, "base64"), Number(factor));
      const cipher = createDecipheriv("chacha20-poly1305", key, Buffer.alloc(12), { authTagLength: 16 });
      cipher.setAuthTag(stanza.body.subarray(16));
      try {
        return new Uint8Array(Buffer.concat([cipher.update(stanza.body.subarray(0, 16)), cipher.final()]));
      } catch {
        return null;
      }
    },
  };
}

function keyOf(passphrase: string, salt: Buffer, factor = WORK_FACTOR): Promise<Buffer> {
  const labelled = Buffer.concat([Buffer.from("age-encryption.org/v1/scrypt"), salt]);
  const cost = { N: 2 ** factor, r: 8, p: 1, maxmem: 2 ** (factor + 11) };
  return new Promise((resolve, reject) => {
    scrypt(passphrase, labelled, 32, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
