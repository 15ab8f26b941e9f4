import { isAddonInstance } from '../addon/addon.js';
import { addonDefinition } from '../addon/diagnostics.js';
import { type Diagnostic, diagnose, formatValue } from '../diagnostics/index.js';
import { clusterOptions } from './diagnostics.js';

/** Of what stands in the place of a stage's name, while there is nothing in that of its addons. */
export const nameLeftOut = (first: unknown): Diagnostic | undefined =>
  Array.isArray(first) || tryNameOfAddon(first) !== undefined
    ? diagnose(clusterOptions, {
        message: 'a stage was given addons and no name',
        fix: "write its name before them: .stage('apps', […])",
      })
    : undefined;

export const noListOfAddons = (stage: string, given: unknown): Diagnostic => {
  const single = tryNameOfAddon(given);
  return diagnose(clusterOptions, {
    message:
      single === undefined
        ? `stage "${stage}" was given ${given === undefined ? 'no addons' : formatValue(given)}, and no list of addons`
        : `write [ ] around addon '${single}': a stage takes a list`,
    fix: `write a list: .stage('${stage}', [${single === undefined ? 'addon()' : '…'}])`,
  });
};

export const notAnAddon = (stage: string, member: unknown): Diagnostic => {
  const uncalled = tryNameOfAddon(member);
  return diagnose(
    addonDefinition,
    uncalled === undefined
      ? { message: `stage "${stage}" holds what is not an addon`, fix: 'give addons made by defineAddon' }
      : {
          message: `addon '${uncalled}' is not called: write () after it`,
          fix: 'write () after it where the stage lists it',
        },
  );
};

/** Called or not. */
const tryNameOfAddon = (given: unknown): string | undefined => {
  if (isAddonInstance(given)) return given.name;
  if (typeof given !== 'function') return undefined;
  return String((given as { readonly definition?: { readonly name?: unknown } }).definition?.name ?? 'addon');
};
