import { diagnose } from '../../../diagnostics/index.js';
import type { Rule } from '../../rule.js';

const control = (value: string): string | undefined =>
  /[\n\r]/.test(value) ? 'a line break, which Flux takes away or YAML refuses' : undefined;

/** A value that a var's type lets through, and that would come to something else, or break the YAML, at its place. */
export const valueAtRisk: Rule = ({ addons }, report) => {
  for (const { objects, entry } of addons) {
    for (const object of [...objects, ...entry]) {
      for (const { name, value, path } of object.risks ?? []) {
        const what = control(value) ?? (value === '' ? 'no text at all' : `text such as ${JSON.stringify(value)}`);
        report(
          diagnose('FX603', {
            message: `the type of \${${name}} lets ${what} through, which would not arrive here as it is`,
            at: { addon: object.addon, object: object.title, path },
            fix: `say what the value looks like: z.string().regex(/^[\\w.-]+$/), or a ready-made input with a pattern, such as hostname(); free text, text() too, is for infra.values`,
          }),
        );
      }
    }
  }
};
