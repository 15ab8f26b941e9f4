import type { CompiledObject } from '../../../compile/compiled-cluster.js';
import { patchedTexts } from '../../../compile/patched-texts.js';
import { diagnose } from '../../../diagnostics/index.js';
import { eachTemplate } from '../../each-template.js';
import type { Rule } from '../../rule.js';

/** Without vars nothing is substituted, and an escape stays as it was written. */
export const escapeWithoutVars: Rule = ({ addons }, report) => {
  for (const addon of addons) {
    if (addon.built.inputs.vars.size > 0) continue;
    const readText = (object: CompiledObject, path: string, text: string): void => {
      if (!text.includes('$${')) return;
      report(
        diagnose('FX624', {
          message: `addon "${addon.built.name}" has no vars, so Flux leaves the $\${ of this text as it is`,
          at: { addon: object.addon, object: object.title, path },
          fix: 'write ${ alone: text that is not for Flux is escaped by synth where that is needed',
        }),
      );
    };
    for (const object of addon.objects) eachTemplate(object.json, (text, path) => readText(object, path, text));
    for (const { object, path, text } of patchedTexts(addon)) readText(object, path, text);
  }
};
