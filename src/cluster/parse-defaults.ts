import { helmReleaseSettingNames } from '../constructs/helm-release-settings.js';
import { kustomizationDefaultNames } from '../constructs/kustomization-settings.js';
import type { Defaults } from '../declared/defaults.js';
import { type Diagnostic, diagnose, formatValue, suggest } from '../diagnostics/index.js';
import { isObject } from '../json/is-object.js';
import { clusterOptions } from './diagnostics.js';
import type { OptionType } from './parse-options.js';

const fieldNames: Readonly<Record<keyof Defaults, readonly string[]>> = {
  kustomization: kustomizationDefaultNames,
  helmRelease: helmReleaseSettingNames,
};

export const defaultsOption: OptionType = {
  accepts: isObject,
  fix: "give settings of each kind: { kustomization: { timeout: '20m' }, helmRelease: { maxHistory: 3 } }",
};

/** The defaults that are there and that every Kustomization or release can have; of the others `report` hears. */
export const parseDefaults = (
  which: string,
  given: Defaults | undefined,
  report: (problem: Diagnostic) => void,
): Defaults => {
  const good: Record<string, unknown> = {};
  const refuse = (message: string, fix: string, path: string) =>
    report(diagnose(clusterOptions, { message: `${which} ${message}`, fix, at: { path: `defaults.${path}` } }));
  for (const [kind, settings] of Object.entries(given ?? {})) {
    if (!Object.hasOwn(fieldNames, kind)) {
      refuse(`has defaults for "${kind}"`, suggest(kind, Object.keys(fieldNames)), kind);
      continue;
    }
    if (settings === undefined) continue;
    if (!isObject(settings)) {
      refuse(`has the defaults ${formatValue(settings)} for ${kind}`, 'give its fields', kind);
      continue;
    }
    const names = fieldNames[kind as keyof Defaults];
    const fields = Object.entries(settings).filter(([name]) => {
      if (names.includes(name)) return true;
      refuse(`has a default "${name}", which ${kind} can't have in common`, suggest(name, names), `${kind}.${name}`);
      return false;
    });
    good[kind] = Object.fromEntries(fields);
  }
  return good;
};
