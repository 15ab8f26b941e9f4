import type { JsonObject } from '../../json/json-value.js';

/** What one object gives a ResourceSet: the set itself, or a provider. */
export interface GivenInputs {
  readonly name: string;
  readonly inputs: readonly JsonObject[];
}

/** More of them make the operator give up. */
const MOST_PERMUTATIONS = 10_000;

/**
 * Every combination of one input from each that gives some, the first ones slowest, each input under the name of its
 * giver, as the Flux Operator combines them; `undefined`: it refuses to.
 *
 * @param includesEmpty whether one that gives nothing leaves nothing to combine
 */
export const permuteInputs = (
  given: readonly GivenInputs[],
  includesEmpty: boolean,
): readonly JsonObject[] | undefined => {
  const lists = given.filter(({ inputs }) => includesEmpty || inputs.length > 0);
  let expected = 0;
  for (const [at, { name, inputs }] of lists.entries()) {
    expected = at === 0 ? inputs.length : expected * inputs.length;
    if (expected > MOST_PERMUTATIONS || inputKeyOf(name) === '') return undefined;
  }
  if (expected === 0) return [];
  let found: readonly { readonly values: JsonObject; readonly id: readonly string[] }[] = [{ values: {}, id: [] }];
  for (const { name, inputs } of lists) {
    const key = inputKeyOf(name);
    found = found.flatMap(({ values, id }) =>
      inputs.map((input, at) => ({ values: { ...values, [key]: input }, id: [...id, `${key}=${at}`] })),
    );
  }
  return found.map(({ values, id }) => ({ ...values, id: String(adler32(id.join('/'))) }));
};

/** The name of an object as templates know it: `my-provider` is `my_provider`. */
export const inputKeyOf = (name: string): string =>
  name
    .split(/[^a-z0-9]/)
    .filter((word) => word !== '')
    .join('_');

/** Of ASCII text. https://www.rfc-editor.org/rfc/rfc1950#section-9 */
const adler32 = (text: string): number => {
  let [a, b] = [1, 0];
  for (let at = 0; at < text.length; at++) {
    a = (a + text.charCodeAt(at)) % 65_521;
    b = (b + a) % 65_521;
  }
  return b * 65_536 + a;
};
