import { isLabel } from '../addon/names.js';
import { FLUX_NAMESPACE } from '../contract/index.js';
import { duplicateName } from '../declared/diagnostics.js';
import { type DeclaredExternal, type ExternalOptions, printDeclaration } from '../declared/external-kustomization.js';
import { type Diagnostic, diagnose, formatValue } from '../diagnostics/index.js';
import { clusterOptions } from './diagnostics.js';
import type { KnownNames } from './known-names.js';
import { dependencies, type OptionType, parseOptions, texts } from './parse-options.js';

const externalOptionTypes: Readonly<Record<keyof ExternalOptions, OptionType>> = {
  namespace: {
    accepts: (value) => typeof value === 'string' && isLabel(value),
    fix: "give the namespace of the Kustomization itself: 'flux-system'",
  },
  provides: texts("give a list of capabilities: ['monitoring.coreos.com']"),
  dependsOn: dependencies,
};

/** https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-subdomain-names */
const isObjectName = (name: string): boolean => name.length <= 253 && name.split('.').every((part) => isLabel(part));

/** Reads what `external(…)` was given, which may come without types; undefined where it is of no use. */
export const parseExternal = (
  name: unknown,
  options: unknown,
  names: KnownNames,
  report: (problem: Diagnostic) => void,
): Omit<DeclaredExternal, 'stage' | 'place'> | undefined => {
  const what = `external Kustomization ${typeof name === 'string' ? `"${name}"` : formatValue(name)}`;
  const good = parseOptions<ExternalOptions>('external(…)', what, options, externalOptionTypes, report);
  if (typeof name !== 'string' || !isObjectName(name)) {
    report(
      diagnose(clusterOptions, {
        message: `${what} has no name that a Kustomization can have`,
        fix: "give its metadata.name: .external('monitoring')",
      }),
    );
    return undefined;
  }
  const { namespace = FLUX_NAMESPACE, provides = [] } = good;
  if (name === FLUX_NAMESPACE && namespace === FLUX_NAMESPACE) {
    report(
      diagnose(clusterOptions, {
        message: 'external Kustomization "flux-system" is the cluster\'s root, which no addon waits for',
        fix: 'name the Kustomization that provides what you need',
      }),
    );
    return undefined;
  }
  const isTaken = names.hasExternal({ name, namespace }) || (namespace === FLUX_NAMESPACE && names.has(name));
  if (isTaken) {
    report(
      diagnose(duplicateName, {
        message: `the name '${name}' is taken by an earlier stage, addon or external Kustomization`,
        fix: `take ${printDeclaration({ name, namespace })} out, or rename the other one`,
      }),
    );
    return undefined;
  }
  const dependsOn = names.known(what, good.dependsOn ?? [], report);
  names.addExternal({ name, namespace });
  return { name, namespace, provides: [...new Set(provides)], dependsOn };
};
