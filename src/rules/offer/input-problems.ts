import { type Contract, type JsonSchema, matches, patternsOf, typeInWords } from '../../contract/index.js';
import { type Diagnostic, diagnose, suggest } from '../../diagnostics/index.js';
import { inputNotOffered } from '../../tenants/diagnostics.js';
import type { Offer } from '../../tenants/offer/offer.js';

/** The infra inputs of a tenant's addons are vars that the platform offers, and takes every value that they may have. */
export const inputProblems = (
  { vars, values, secrets }: Contract,
  { vars: offered, tenant }: Offer,
  file: string,
  wasThere: (what: string) => readonly string[],
): readonly Diagnostic[] => {
  const found: Diagnostic[] = [];
  const refuse = (addon: string, path: string, message: string, fix: string, notes: readonly string[] = []) =>
    found.push(diagnose(inputNotOffered, { message, at: { addon, path: `infra.${path}` }, notes, fix }));
  for (const [name, { schema, declaredBy }] of Object.entries(vars)) {
    const there = Object.hasOwn(offered.vars, name) ? offered.vars[name] : undefined;
    const why = there === undefined ? undefined : misfit(schema, there);
    for (const addon of declaredBy) {
      if (there === undefined) {
        const fix = `${suggest(name, Object.keys(offered.vars))}; or ask the platform to offer it`;
        const message = `the platform doesn't offer tenant "${tenant}" the var '${name}'`;
        refuse(addon, `vars.${name}`, message, fix, wasThere(`var '${name}'`));
      } else if (why !== undefined) {
        const message = `the var '${name}' of the platform is ${why}`;
        refuse(
          addon,
          `vars.${name}`,
          message,
          `declare it as the platform does: vars.${name} of the module of ${file}`,
        );
      }
    }
  }
  const only = 'take it out: a tenant reads the vars that the platform offers. The team can write values into the code';
  for (const [release, { addon }] of Object.entries(values))
    refuse(addon, `values.${release}`, `the platform supplies no values for release "${release}"`, only);
  for (const [name, { declaredBy }] of Object.entries(secrets)) {
    for (const addon of declaredBy)
      refuse(
        addon,
        `secrets.${name}`,
        `the platform supplies no remote secret "${name}"`,
        'read it with an ExternalSecret from a store that the platform offers, by the name that it has there',
      );
  }
  return found;
};

/** A value that the platform may give a var, and that its reader doesn't take, in words. */
const misfit = (wanted: JsonSchema, offered: JsonSchema): string | undefined => {
  const isSame = wanted.type === offered.type || (wanted.type === 'number' && offered.type === 'integer');
  if (!isSame) return `${typeInWords(offered)}, and ${typeInWords(wanted)} is declared`;
  if (offered.enum !== undefined) {
    const other = offered.enum.find((one) => !matches(wanted, one));
    return other === undefined ? undefined : `one of ${offered.enum.join(', ')}, and ${String(other)} isn't taken`;
  }
  if (wanted.enum !== undefined) return `${typeInWords(offered)}, and only ${wanted.enum.join(', ')} is taken`;
  const { minimum = -Infinity, maximum = Infinity } = offered;
  if (minimum < (wanted.minimum ?? -Infinity) || maximum > (wanted.maximum ?? Infinity))
    return `${typeInWords(offered)}, and ${typeInWords(wanted)} is taken`;
  const patterns = patternsOf(offered);
  const more = patternsOf(wanted).find((one) => !patterns.includes(one));
  return more === undefined
    ? undefined
    : `${patterns.length === 0 ? 'any text' : 'a text of another pattern'}, and only ${more} is taken`;
};
