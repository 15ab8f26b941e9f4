import { suppliedVars } from '../addon/supplied-vars.js';
import { expectedWords, mismatches, typedVar } from '../contract/index.js';
import { type Diagnostic, diagnose, formatValue } from '../diagnostics/index.js';
import { isPlainRecord } from '../json/is-plain-record.js';
import type { AddonDraft } from './built-cluster.js';
import { hiddenVar, overriddenVar } from './diagnostics.js';

/** Vars of the contract that `postBuild.substitute` sets too. In Flux it wins over all that `substituteFrom` reads. */
export const hiddenVars = ({ name, inputs, settings, instance }: AddonDraft): readonly Diagnostic[] => {
  const { kustomization: own } = instance.definition;
  const ofAddon = suppliedVars(isPlainRecord(own) ? own : {}).inline;
  const ofUse = suppliedVars(instance.kustomization).inline;
  return [...suppliedVars(settings).inline].flatMap(([key, text]) => {
    const input = inputs.vars.get(key);
    if (input === undefined) return [];
    const path = `${ofUse.has(key) ? '' : 'defaults.'}kustomization.postBuild.substitute.${key}`;
    const at = { addon: name, path };
    const [mismatch] = mismatches(input.schema, typedVar(input.schema, text));
    if (mismatch !== undefined) {
      return diagnose(hiddenVar, {
        message: `\`substitute\` sets \${${key}} of addon "${name}" to ${formatValue(text)}, which its type refuses`,
        at,
        fix: `give ${expectedWords(mismatch)}, or take it out: Terraform gives it`,
      });
    }
    if (ofAddon.has(key)) {
      return diagnose(hiddenVar, {
        message: `the addon asks Terraform for '${key}' and sets it itself, so what Terraform gives never arrives`,
        at,
        fix: "declare it in one of the two; a default is the type's: z.string().default(…)",
      });
    }
    return diagnose(overriddenVar, {
      message: `\`substitute\` overrides \${${key}} for addon "${name}", so what Terraform gives doesn't reach it`,
      at,
      fix: 'take it out if the value of Terraform is meant',
    });
  });
};
