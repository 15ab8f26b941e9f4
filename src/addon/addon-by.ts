import type { ApiObject, Chart } from 'cdk8s';
import type { TypeMismatch } from '../contract/index.js';
import { type Diagnostic, diagnose, formatValue, suggest } from '../diagnostics/index.js';
import { isPlainRecord } from '../json/is-plain-record.js';
import type { Addon, AddonInstance } from './addon.js';
import type { AddonDefinition } from './addon-definition.js';
import { badOption } from './diagnostics.js';

/** An addon of any types. */
export interface AnyAddon {
  // biome-ignore lint/suspicious/noExplicitAny: nothing but `any` takes the settings of every addon
  (...args: any[]): AddonInstance;
  readonly definition: AddonDefinition;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  addTo(chart: Chart, ...args: any[]): readonly ApiObject[];
}

/** One addon for each value of an option, such as each cloud. They have one name, and each has infra inputs of its own. */
export type Variants = Readonly<Record<string, AnyAddon>>;

type SettingsOf<A> = A extends (settings?: infer S) => unknown ? NonNullable<S> : never;
type KeysOf<A> = A extends AnyAddon ? keyof SettingsOf<A> & string : never;

/** Options that only other variants have: each with the sentence that refuses it. */
type Foreign<By extends string, M extends Variants, P extends keyof M & string> = {
  readonly [K in Exclude<KeysOf<M[keyof M]>, KeysOf<M[P]>>]?: TypeMismatch<`option '${K}' isn't for ${By} '${P}'`>;
};

/**
 * Its types are those of the reference: to infer them from what the call returns, the compiler compares schemas of zod
 * member by member, which takes a third of a second.
 */
type InstanceOf<A, In extends string> =
  A extends Addon<infer N, infer R, infer P, infer _C, infer V, infer L, infer S, infer _O, infer _K, infer _U>
    ? AddonInstance<N, R, P, V, L, S, NoInfer<In>>
    : never;

/**
 * An addon whose infra inputs depend on one option; without the option, it is the addon of the default. An interface, so
 * that declarations of what is made of it name it, and don't repeat all of its variants wherever they are used.
 */
export interface AddonBy<By extends string, D extends keyof M & string, M extends Variants> {
  /** Uses the addon in a cluster. Its options, and what Terraform must supply, are those of the variant that is chosen. */
  <const P extends keyof M & string = D, const In extends string = never>(
    settings?: { readonly [K in By]?: P | undefined } & {
      readonly kustomization?: { readonly namespace?: In | null };
    } & SettingsOf<M[P]> &
      Foreign<By, M, P>,
  ): InstanceOf<M[P], In>;
  /** What the author of the default wrote. */
  readonly definition: M[D]['definition'];
  /** Puts the objects of the default into a plain cdk8s chart. */
  readonly addTo: M[D]['addTo'];
  /** Each variant as an addon by itself, such as for `addTo`. */
  readonly variants: M;
}

/**
 * Makes one addon of several, of which an option chooses one. Options of other variants are refused by the compiler and
 * by synth, with the same words.
 *
 * @param by the option; each variant has it, with its own name as the default
 * @param otherwise the variant that is used without the option
 */
export const addonBy = <const By extends string, const D extends keyof M & string, const M extends Variants>(
  by: By,
  otherwise: D,
  variants: M,
): AddonBy<By, D, M> => {
  const names = Object.keys(variants);
  const optionsOf = (name: string): readonly string[] =>
    Object.keys((variants[name]?.definition.options as { shape?: object } | undefined)?.shape ?? {});
  const choose = (given: unknown): AddonInstance => {
    const settings = readChoice(given, by);
    // Only what is left out has a default.
    const chosen = settings?.chosen === undefined ? otherwise : settings.chosen;
    const isKnown = typeof chosen === 'string' && Object.hasOwn(variants, chosen);
    const name = isKnown ? chosen : otherwise;
    const variant = variants[name]!;
    if (settings === undefined) return variant(given);
    const addon = variant.definition.name;
    const problems: Diagnostic[] = [];
    const refuse = (path: string, message: string, fix: string) =>
      problems.push(diagnose(badOption, { message, fix, at: { addon, path } }));
    if (!isKnown) {
      refuse(
        by,
        `option "${by}" of addon "${addon}" cannot be ${formatValue(chosen)}`,
        typeof chosen === 'string' ? suggest(chosen, names) : `it is one of ${names.map(formatValue).join(', ')}`,
      );
    }
    const own = optionsOf(name);
    const { [by]: _, ...rest } = settings.all;
    const taken = Object.entries(rest).filter(([key]) => {
      const owners = own.includes(key) ? [] : names.filter((one) => optionsOf(one).includes(key));
      if (owners.length === 0) return true;
      const fix = `leave it out, or choose the ${by} that has it: ${owners.map((one) => `'${one}'`).join(', ')}`;
      // The variant that is meant isn't known, so its options can't be wrong.
      if (isKnown) refuse(key, `option '${key}' isn't for ${by} '${name}'`, fix);
      return false;
    });
    const instance = variant({
      ...Object.fromEntries(taken),
      ...(isKnown && settings.chosen !== undefined ? { [by]: name } : {}),
    });
    return problems.length === 0 ? instance : { ...instance, problems: [...instance.problems, ...problems] };
  };
  return Object.assign(choose, variants[otherwise], { variants }) as unknown as AddonBy<By, D, M>;
};

/** What was given, and the choice in it; undefined where it can't be read, which the addon says itself. */
const readChoice = (
  given: unknown,
  by: string,
): { readonly chosen: unknown; readonly all: Readonly<Record<string, unknown>> } | undefined => {
  try {
    if (!isPlainRecord(given)) return undefined;
    const all = { ...given };
    return { chosen: all[by], all };
  } catch {
    // A getter threw.
    return undefined;
  }
};
