import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { nameOf, placeOf } from '../references/describe.js';
import { isEmptyData, knownParts, knownType } from '../references/known-parts.js';
import { isSsh, lackOfKeys, neededTypes } from '../references/needed-keys.js';
import type { TargetName } from '../references/targets.js';
import { defineRule, placeIn, specOf } from '../rule.js';

const missingKeys = defineDiagnostic({
  code: 'FX652',
  name: 'needed-keys',
  severity: 'error',
  summary:
    'A ConfigMap or Secret lacks a key that Flux looks for in it, the Secret of a registry has a type that Flux ignores, or a Git repository over SSH has no Secret.',
  page: {
    example: 'kubeConfig: { secretRef: { name: "prod" } }   // and the Secret "prod" has the key "kubeconfig"',
    flux: "KubeConfig secret 'web/prod' does not contain a 'value' key with a kubeconfig",
    right: 'use the key "value" in the Secret; or kubeConfig: { secretRef: { name: "prod", key: "kubeconfig" } }',
  },
  exceptable: true,
});

/** A ConfigMap or Secret of the tree has the keys that Flux reads, if all of its keys are known. */
export const neededKeysRule = defineRule([missingKeys], ({ units }, report, { references }) => {
  /** Whether nothing else in the tree writes the named object. */
  const isAlone = ({ group, kind, name, namespace }: TargetName): boolean =>
    references.targets.ofKind(group, kind).filter((one) => one.name === name && one.namespace === namespace).length ===
    1;
  for (const reference of references.all) {
    const { object, row } = reference;
    const target = references.targets.find(reference);
    if (target === undefined) continue;
    const types = neededTypes(row.at, object);
    const type = types === undefined ? undefined : knownType(target);
    if (types !== undefined && type !== undefined && !types.includes(type)) {
      report(
        diagnose(missingKeys, {
          message: `${object.title} reads ${nameOf(reference)}, whose type is "${type}": Flux passes it over, and asks without a login`,
          at: placeOf(reference),
          fix: `give Secret "${reference.name}" the type: ${types[0]}`,
          severity: 'warning',
        }),
      );
      continue;
    }
    const keys =
      knownParts(target, 'data') ?? (isEmptyData(target) && isAlone(reference) ? new Set<string>() : undefined);
    if (keys === undefined) continue;
    const found = lackOfKeys(row.at, object, [...keys]);
    if (found === undefined) continue;
    const { lack, isLikely } = found;
    const names = [...keys].map((key) => `"${key}"`).join(', ');
    report(
      diagnose(missingKeys, {
        message: `${object.title} reads ${nameOf(reference)}, which lacks ${lack}`,
        at: placeOf(reference),
        notes: [names === '' ? 'it has no keys' : `it has ${names}`],
        fix: `give ${reference.kind} "${reference.name}" ${lack}`,
        ...(isLikely ? { severity: 'warning' } : {}),
      }),
    );
  }
  for (const { objects, entry } of units) {
    for (const object of [...objects, ...entry]) {
      if (object.kind !== 'GitRepository' || object.group !== 'source.toolkit.fluxcd.io') continue;
      const { url, secretRef } = specOf(object);
      if (!isSsh(url) || secretRef !== undefined) continue;
      report(
        diagnose(missingKeys, {
          message: `${object.title} has the URL ${JSON.stringify(url)} and no secretRef, and Flux needs a key for SSH`,
          at: placeIn(object, 'spec.url'),
          notes: ["Flux reports: invalid 'ssh' auth option: 'identity' is required"],
          fix: "add secretRef: { name: 'git-ssh' }, a Secret with identity and known_hosts; or give it an https:// URL",
        }),
      );
    }
  }
});
