import type { SettingsLayer } from '../constructs/merge-layers.js';
import { type DescribedInput, describeInput } from '../contract/index.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { listOf } from '../json/as-shape.js';
import { isPlainRecord } from '../json/is-plain-record.js';
import { isSchema } from './describe-inputs.js';

/** What a Kustomization's settings supply beside the contract. */
export interface SuppliedVars {
  /** `postBuild.substitute`, by name. */
  readonly inline: ReadonlyMap<string, string>;
  /** The vars that `postBuild.substituteFrom` lists, by name. */
  readonly listed: ReadonlyMap<string, DescribedInput>;
  /** Its ConfigMaps and Secrets whose vars are not listed, as `Kind/name`: any name may come from there. */
  readonly open: readonly string[];
}

const ANY_TEXT: DescribedInput = { schema: { type: 'string' }, optional: false };

/** Reads what settings of a Kustomization say of vars. Other shapes are the schema's to refuse. */
export const suppliedVars = (
  { postBuild }: SettingsLayer,
  report: (problem: Diagnostic) => void = () => {},
): SuppliedVars => {
  const { substitute, substituteFrom } = isPlainRecord(postBuild) ? postBuild : {};
  const inline = new Map<string, string>();
  for (const [name, value] of Object.entries(isPlainRecord(substitute) ? substitute : {})) {
    if (typeof value === 'string') inline.set(name, value);
  }
  const listed = new Map<string, DescribedInput>();
  const open: string[] = [];
  for (const [index, source] of listOf(substituteFrom).entries()) {
    if (!isPlainRecord(source)) continue;
    const { kind, name, vars, optional } = source;
    const mayLack = optional === true;
    if (Array.isArray(vars)) {
      for (const one of vars) if (typeof one === 'string') listed.set(one, { ...ANY_TEXT, optional: mayLack });
    } else if (isPlainRecord(vars)) {
      for (const [one, schema] of Object.entries(vars)) {
        const path = `kustomization.postBuild.substituteFrom[${index}].vars.${one}`;
        const described = isSchema(schema) ? describeInput(schema, 'vars', path, report) : ANY_TEXT;
        listed.set(one, { ...described, optional: described.optional || mayLack });
      }
    } else open.push(`${String(kind)}/${String(name)}`);
  }
  return { inline, listed, open };
};

/** Settings as Flux takes them: without what they say to fluxspan alone. */
export const withoutLists = (settings: SettingsLayer): SettingsLayer => {
  const { postBuild } = settings;
  if (!isPlainRecord(postBuild) || !Array.isArray(postBuild['substituteFrom'])) return settings;
  const substituteFrom = postBuild['substituteFrom'].map((source: unknown) => {
    if (!isPlainRecord(source)) return source;
    const { vars: _, ...rest } = source;
    return rest;
  });
  return { ...settings, postBuild: { ...postBuild, substituteFrom } };
};
