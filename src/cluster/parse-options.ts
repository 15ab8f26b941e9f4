import { type Diagnostic, diagnose, formatValue, suggest } from '../diagnostics/index.js';
import { isObject } from '../json/is-object.js';
import { isText } from '../json/is-text.js';
import { clusterOptions } from './diagnostics.js';

/** What one option takes. */
export interface OptionType {
  accepts(value: unknown): boolean;
  /** The fix, where a value is refused: `give a list of names`. */
  readonly fix: string;
}

const isExternalName = (value: unknown): boolean =>
  isObject(value) && isText(value['name']) && isText(value['namespace']) && Object.keys(value).length === 2;

export const text = (fix: string): OptionType => ({ accepts: isText, fix });
export const optionalText = (fix: string): OptionType => ({ accepts: (value) => typeof value === 'string', fix });
export const texts = (fix: string): OptionType => ({
  accepts: (value) => Array.isArray(value) && value.every(isText),
  fix,
});
export const dependencies: OptionType = {
  accepts: (value) => Array.isArray(value) && value.every((one) => isText(one) || isExternalName(one)),
  fix: "give a list of stages and addons: ['crds'], or of external Kustomizations: { name: 'monitoring', namespace: 'apps' }",
};
export const flag: OptionType = { accepts: (value) => typeof value === 'boolean', fix: 'write true or false' };
export const oneOf = (all: readonly string[]): OptionType => ({
  accepts: (value) => all.includes(value as string),
  fix: `it is one of ${all.map((one) => `'${one}'`).join(', ')}`,
});

/**
 * The options that are there and of the right type; of the others `report` hears.
 *
 * @param what whose options they are: `a FluxCluster`; `which` names this one: `cluster "dev"`
 * @param others what to write in place of options that it hasn't, where that is known
 */
export const parseOptions = <T extends object>(
  what: string,
  which: string,
  given: unknown,
  types: { readonly [K in keyof Required<T>]: OptionType },
  report: (problem: Diagnostic) => void,
  others: Readonly<Record<string, string>> = {},
): T => {
  const good: Record<string, unknown> = {};
  const refuse = (message: string, fix: string, path?: string) =>
    report(diagnose(clusterOptions, { message, fix, at: path === undefined ? {} : { path } }));
  if (given === undefined) return good as T;
  if (!isObject(given)) {
    refuse(`${which} was given ${formatValue(given)}`, `give an object of options: ${Object.keys(types).join(', ')}`);
    return good as T;
  }
  for (const [key, value] of Object.entries(given)) {
    const type = Object.hasOwn(types, key) ? types[key as keyof T] : undefined;
    if (type === undefined) refuse(`${what} has no option "${key}"`, insteadOf(key, Object.keys(types), others), key);
    else if (value === undefined || type.accepts(value)) good[key] = value;
    else refuse(`${which} has ${key} ${formatValue(value)}`, type.fix, key);
  }
  return good as T;
};

/** The fix for an option that there isn't. */
export const insteadOf = (key: string, all: readonly string[], others: Readonly<Record<string, string>>): string =>
  Object.hasOwn(others, key) ? (others[key] ?? '') : suggest(key, all);
