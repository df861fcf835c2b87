import { joinSql, type Sql, sql } from '../../foundation/db/sql.ts';

/** One false positive in about 300 blocks, for a byte and a half per id. */
const BITS_PER_ID = 12;
const HASHES = 6;
const BYTE_BITS = 8;
/** Hashes are integers of PostgreSQL that are not negative. */
const MODULUS = 2 ** 31;
/** FNV-1a. Stored filters depend on these numbers. */
const FNV_PRIME = 16_777_619;
const FIRST_SEED = 2_166_136_261;
const SECOND_SEED = 97_531;

/** Bloom filter of the ids of resources: PostgreSQL excludes blocks that do not name one of them. */
export function resourceFilterOf(ids: ReadonlySet<string>): Buffer {
  const filter = Buffer.alloc(Math.max(1, Math.ceil((ids.size * BITS_PER_ID) / BYTE_BITS)));
  for (const id of ids) {
    for (const hash of hashesOf(id)) {
      const bit = hash % (filter.length * BYTE_BITS);
      filter[bit >> 3] = (filter[bit >> 3] as number) | (1 << (bit & 7));
    }
  }
  return filter;
}

/** SQL: the filter may contain one of the ids. Null is a block without a filter. */
export function mayContain(filter: Sql, ids: readonly string[]): Sql {
  const size = sql`(octet_length(${filter}) * ${BYTE_BITS}::int)`;
  const each = ids.map((id) =>
    joinSql(
      hashesOf(id).map((hash) => hasBit(filter, sql`(${hash}::int % ${size})`)),
      ' AND ',
    ),
  );
  return sql`(${filter} IS NULL OR ${joinSql(each, ' OR ')})`;
}

/** SQL: a bit of bytes, of which PostgreSQL reads no others if the value is stored apart from its row. */
const hasBit = (bytes: Sql, bit: Sql): Sql =>
  sql`get_bit(substring(${bytes} FROM ${bit} / ${BYTE_BITS}::int + 1 FOR 1), ${bit} % ${BYTE_BITS}::int) = 1`;

function hashesOf(id: string): number[] {
  const [first, second] = [hashOf(id, FIRST_SEED), hashOf(id, SECOND_SEED) | 1];
  return Array.from({ length: HASHES }, (_, i) => (first + i * second) % MODULUS);
}

function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
  // The last characters of an id would affect the high bits alone.
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 1;
}
