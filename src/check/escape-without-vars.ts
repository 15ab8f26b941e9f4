import { diagnose } from '../diagnostics/index.js';
import { eachTemplate } from './each-template.js';
import type { Rule } from './rule.js';

/** Without vars nothing is substituted, and an escape stays as it was written. */
export const escapeWithoutVars: Rule = ({ addons }, report) => {
  for (const { built, objects } of addons) {
    if (built.inputs.vars.size > 0) continue;
    for (const object of objects) {
      eachTemplate(object.json, (text, path) => {
        if (!text.includes('$${')) return;
        report(
          diagnose('FX624', {
            message: `addon "${built.name}" has no vars, so Flux leaves the $\${ of this text as it is`,
            at: { addon: object.addon, object: object.title, path },
            fix: 'write ${ alone: text that is not for Flux is escaped by synth where that is needed',
          }),
        );
      });
    }
  }
};
