import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { defineDeclaredRule } from '../rule.js';

export const unusedInput = defineDiagnostic({
  code: 'FX601',
  name: 'unused-input',
  severity: 'warning',
  summary: "The contract asks Terraform for an input that no object reads: it was renamed, or isn't needed any more.",
  page: {
    example: 'infra: { vars: { TF_HOST: hostname() } }   // and `build` never reads vars.TF_HOST',
    right: 'new HTTPRoute(scope, "route", { spec: { hostnames: [vars.TF_HOST] } })',
  },
  exceptable: 'addon',
});

/** Every value that the contract requires from Terraform is used. */
export const unusedInputRule = defineDeclaredRule([unusedInput], ({ units, declared: { contract } }, report) => {
  /** An addon whose code failed halfway might have read it. */
  const partial = new Set(units.filter(({ isPartial }) => isPartial).map(({ name }) => name));
  const mayBeRead = (declaredBy: readonly string[]) => declaredBy.some((name) => partial.has(name));
  for (const [name, { readBy, declaredBy }] of Object.entries(contract.vars)) {
    if (readBy.length > 0 || mayBeRead(declaredBy) || Object.values(contract.secrets).some(({ key }) => key === name))
      continue;
    report(
      diagnose(unusedInput, {
        message: `no object reads \${${name}}, which addon "${declaredBy[0]}" asks of Terraform`,
        at: { addon: declaredBy[0]!, path: `infra.vars.${name}` },
        fix: `use vars.${name} in \`build\`, or take it out of infra.vars`,
      }),
    );
  }
  for (const [name, secret] of Object.entries(contract.secrets)) {
    if (secret.managedBy !== 'terraform' || secret.readBy.length > 0 || mayBeRead(secret.declaredBy)) continue;
    for (const [property, { readBy }] of Object.entries(secret.properties)) {
      if (readBy.length > 0) continue;
      report(
        diagnose(unusedInput, {
          message: `no ExternalSecret reads the property "${property}" of secret "${name}", which addon "${secret.declaredBy[0]}" asks of Terraform`,
          at: { addon: secret.declaredBy[0]!, path: `infra.secrets.${name}.${property}` },
          fix: `use secrets.${name}.property('${property}') in \`build\`, or take it out of infra.secrets`,
        }),
      );
    }
  }
});
