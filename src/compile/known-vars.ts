import type { AddonInputs } from '../addon/inspection.js';
import { suppliedVars } from '../addon/supplied-vars.js';
import type { SettingsLayer } from '../constructs/merge-layers.js';
import { type DescribedInput, typedVar } from '../contract/index.js';
import type { Diagnostic } from '../diagnostics/index.js';

/** What the Kustomization of an addon substitutes in its objects. */
export interface KnownVars {
  /** By name: of the contract, of `postBuild.substitute`, and those that ConfigMaps and Secrets are listed to supply. */
  readonly vars: ReadonlyMap<string, Pick<DescribedInput, 'schema' | 'optional'>>;
  /** ConfigMaps and Secrets, as `Kind/name`, from which any other name may come. */
  readonly open: readonly string[];
  /** Those of {@link vars} that another addon declares, and that this one's options name. */
  readonly borrowed: ReadonlySet<string>;
  /** Whether Flux substitutes at all: without any source of vars, all text stays as it is. */
  readonly isSubstituted: boolean;
  /** Nothing here says so, and what runs in the cluster may have Flux do it. */
  readonly isSupposed?: true;
}

/**
 * The vars of an addon, each with the type of the value that wins: that of `postBuild.substitute`, then the contract's,
 * then those of other ConfigMaps and Secrets.
 *
 * @param borrowing vars of other addons that this one's options name
 */
export const knownVars = (
  { vars: own }: AddonInputs,
  borrowing: ReadonlyMap<string, DescribedInput>,
  settings: SettingsLayer,
  report: (problem: Diagnostic) => void,
): KnownVars => {
  const borrowed = new Set(borrowing.keys());
  const declared = borrowed.size === 0 ? own : new Map([...own, ...borrowing]);
  const { inline, listed, open } = suppliedVars(settings, report);
  const isSubstituted = declared.size + inline.size + listed.size + open.length > 0;
  if (inline.size === 0 && listed.size === 0) return { vars: declared, borrowed, open, isSubstituted };
  const vars = new Map<string, Pick<DescribedInput, 'schema' | 'optional'>>([...listed, ...declared]);
  for (const [name, text] of inline) {
    const type = declared.get(name)?.schema.type ?? 'string';
    const value = typedVar({ type }, text);
    const fits = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    vars.set(name, { schema: fits ? { type, enum: [value] } : { type: 'string' }, optional: false });
  }
  return { vars, borrowed, open, isSubstituted };
};
