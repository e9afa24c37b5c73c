import pg from 'pg';

const int8: number = pg.types.builtins.INT8;
const date: number = pg.types.builtins.DATE;

/**
 * Converts database values to JavaScript: int8 to number (throws beyond 2^53, which no count or size
 * reaches), and date to 'YYYY-MM-DD' (pg's default would be midnight in the server's time zone). All other
 * types use pg's conversion: timestamptz to Date, jsonb to its value, bytea to Buffer, numeric and uuid to
 * string.
 */
export const valueParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8) return safeInteger;
    if (oid === date) return (day: string) => day;
    return pg.types.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`An int8 beyond 2^53 came from the database: ${text}`);
  return value;
}
