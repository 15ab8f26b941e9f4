import { fileURLToPath } from 'node:url';
import { type Run, runMain } from '../support/run.js';
import type { KubeObject } from './kube-object.js';
import { readPlatform } from './platform.js';
import type { TerraformPlan } from './terraform.js';

/** What the cases that apply the module of `dev` have in common. */
export const platform = readPlatform('dev');

export const configMaps = { apiVersion: 'v1', kind: 'ConfigMap' };

/** What the module must write, with the examples of the contract. */
export const wantedConfigMaps = platform.terraform.filter(({ kind }) => kind === 'ConfigMap');
export const wantedNamespaces = platform.terraform
  .filter(({ kind }) => kind === 'Namespace')
  .map(({ metadata }) => metadata.name);

export const titleOf = ({ metadata }: KubeObject): string => `${metadata.namespace}/${metadata.name}`;

const blocks = [...(platform.tree['k8s/contract/dev/README.md'] ?? '').matchAll(/^```hcl\n([\s\S]*?)^```$/gm)].map(
  ([, text = '']) => text,
);

/** The block of the module's README that starts so, as a user copies it. */
export const copied = (start: string): string => {
  const found = blocks.find((text) => text.startsWith(start));
  if (found === undefined) throw new Error(`the README of the module has no block that starts with ${start}`);
  return found;
};

/** The call where something else makes flux-system before: the harness does, for Flux. */
export const besideFlux = (call: string): string => call.replace(/\}\n$/, '\n  create_flux_namespace = false\n}\n');

/** The call with another value for an input; throws if it has none of that value. */
export const withInput = (call: string, before: string, after: string): string => {
  if (!call.includes(`"${before}"`)) throw new Error(`the call has no input "${before}"`);
  return call.replaceAll(`"${before}"`, `"${after}"`);
};

/** What a plan would do, by the address in the module; what stays as it is left out. */
export const actionsOf = (plan: TerraformPlan): Record<string, string> => {
  const changed = plan.resource_changes.filter(({ change }) => `${change.actions}` !== 'no-op');
  return Object.fromEntries(
    changed.map(({ address, change }) => [address.replace('module.flux_contract.', ''), change.actions.join(', ')]),
  );
};

/** `fluxspan contract check` with the contract of `dev`. */
export const verifyContract = (file: string): Promise<Run> => {
  const contract = fileURLToPath(new URL('../../k8s/contract/dev/contract.json', import.meta.url));
  return runMain(process.cwd(), 'contract', 'check', file, '--contract', contract);
};
