import type { TerraformPlan } from '../terraform.js';

/** By address, what a plan does; what it leaves alone and only reads is left out. */
export const actionsOf = (json: string): Readonly<Record<string, string>> => {
  const { resource_changes: changes } = JSON.parse(json) as TerraformPlan;
  return Object.fromEntries(
    changes
      .map(({ address, change }) => [address, change.actions.join(', ')] as const)
      .filter(([, actions]) => actions !== 'no-op' && actions !== 'read'),
  );
};

/** The errors that `plan -json` prints, sorted. */
export const diagnosticsOf = (stdout: string): readonly string[] =>
  stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { diagnostic?: { severity: string; summary: string; detail: string } })
    .flatMap(({ diagnostic }) => (diagnostic?.severity === 'error' ? [diagnostic.detail || diagnostic.summary] : []))
    .sort();
