import type { CompiledObject } from '../../../compile/compiled-cluster.js';
import { tryUnquote } from '../../../compile/quote-names.js';
import type { JsonSchema } from '../../../contract/index.js';
import { diagnose } from '../../../diagnostics/index.js';
import type { Rule } from '../../rule.js';

const VAR = /\$\{([_A-Za-z][_A-Za-z0-9]*)(?::=[^}]*)?\}/g;

/** Two objects of one kind are two, whatever the vars in their names come to: of those, the ones that are listed. */
export const nameCollision: Rule = ({ addons, built: { scopeOf } }, report) => {
  const keyOf = ({ group, kind, namespace }: CompiledObject, name: string): string =>
    `${group}/${kind}/${scopeOf(group, kind) === 'Cluster' ? '' : (namespace ?? '')}/${name}`;

  const first = new Map<string, CompiledObject>();
  const open: { readonly object: CompiledObject; readonly names: readonly string[] }[] = [];
  for (const { built, objects } of addons) {
    for (const object of objects) {
      if (!object.name.includes('${')) {
        if (!(object.namespace ?? '').includes('${')) first.set(keyOf(object, object.name), object);
        continue;
      }
      const names = namesOf(object.name, (name) => built.inputs.vars.get(name)?.schema);
      open.push({ object, names });
    }
  }
  for (const { object, names } of open) {
    for (const name of names) {
      const key = keyOf(object, name);
      const other = first.get(key);
      if (other === undefined) first.set(key, object);
      else if (other !== object) {
        report(
          diagnose('FX622', {
            message: `${object.title} has the name "${name}" for one value of its var, and ${other.title} has it too`,
            at: { addon: object.addon, object: object.title, path: 'metadata.name' },
            notes: [
              other.addon === object.addon
                ? 'Flux says: id matched 2 resources'
                : `addon "${other.addon}" makes the other: two Kustomizations would own one object`,
            ],
            fix: 'put something else into one of the names',
          }),
        );
      }
    }
  }
};

/** More names than these are not looked at: a var with a pattern has no list. */
const MOST = 100;

const namesOf = (text: string, schemaOf: (name: string) => JsonSchema | undefined): readonly string[] => {
  let names = [tryUnquote(text) ?? text];
  for (const [expression, name] of [...(names[0] ?? '').matchAll(VAR)]) {
    const schema = schemaOf(name!);
    const values = schema?.enum?.map(String) ?? (schema?.default === undefined ? [] : [String(schema.default)]);
    names = names.flatMap((one) => values.map((value) => one.replace(expression, value))).slice(0, MOST);
  }
  return [...new Set(names)];
};
