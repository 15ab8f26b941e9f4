import { fieldsOf, objectsOf } from '../../json/as-shape.js';
import type { EffectRow, When } from './effect.js';

/** Days after which a rule deletes objects, by what it deletes and from which objects. */
type Expiry = ReadonlyMap<string, number>;

const one = (value: unknown): Readonly<Record<string, unknown>> => fieldsOf([value].flat()[0]);
const daysOf = (value: unknown): number => Number(value ?? Number.NaN);

const earliest = (all: readonly (readonly [key: string, days: number])[]): Expiry => {
  const found = new Map<string, number>();
  for (const [key, days] of all) {
    if (!Number.isNaN(days)) found.set(key, Math.min(days, found.get(key) ?? days));
  }
  return found;
};

/** Rules of S3, in the format of ACK and Crossplane. */
const expiryOfS3 = (rules: unknown): Expiry =>
  earliest(
    objectsOf(rules)
      .filter(({ status }) => status !== 'Disabled')
      .flatMap(({ expiration, noncurrentVersionExpiration, filter, prefix }) => {
        const objects = JSON.stringify([filter ?? null, prefix ?? null]);
        const { days, date } = one(expiration);
        return [
          [`current ${objects} ${String(date ?? '')}`, date === undefined ? daysOf(days) : 0],
          [`noncurrent ${objects}`, daysOf(one(noncurrentVersionExpiration)['noncurrentDays'])],
        ] as const;
      }),
  );

/** Rules of Cloud Storage, in the format of Config Connector and Crossplane. */
const expiryOfGcs = (rules: unknown): Expiry =>
  earliest(
    objectsOf(rules)
      .filter(({ action }) => one(action)['type'] === 'Delete')
      .map(({ condition }) => {
        const { age = 0, ...rest } = one(condition);
        return [JSON.stringify(Object.entries(rest).sort()), daysOf(age)] as const;
      }),
  );

const deletesMore =
  (expiryOf: (rules: unknown) => Expiry): When =>
  (was, is) => {
    const old = expiryOf(was);
    return [...expiryOf(is)].some(([key, days]) => days < (old.get(key) ?? Number.POSITIVE_INFINITY));
  };

const expires = (on: EffectRow['on'], at: string, expiryOf: (rules: unknown) => Expiry): EffectRow => ({
  on,
  at,
  when: deletesMore(expiryOf),
  severity: 'warning',
  destroys: 'objects of the bucket that its rules did not delete so far',
  effect: 'within a day or two, the provider deletes all objects that are old enough for the new rule',
  instead: 'to keep them, leave the rules as they are, or limit the new one by a prefix or tag',
});

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lifecycle-mgmt.html */
export const lifecycleOfS3 = (on: EffectRow['on'], at: string): EffectRow => expires(on, at, expiryOfS3);

/** https://cloud.google.com/storage/docs/lifecycle */
export const lifecycleOfGcs = (on: EffectRow['on'], at: string): EffectRow => expires(on, at, expiryOfGcs);
