import type { InitOptions } from './init-options.js';

/** `AGENTS.md` of a new project, which coding assistants read by convention: how to work in it. */
export const printAgents = ({ template, manager }: Pick<InitOptions, 'template' | 'manager'>): string => {
  const isExisting = template === 'existing';
  return `# Working in this project

TypeScript in \`src/\` declares the clusters. fluxspan generates \`k8s/\` from it, which Flux applies once it is merged.

## Commands

\`\`\`sh
${manager.name} install
${manager.run} synth            # after each change of the code: type-checks, checks, writes k8s/
${manager.run} test
${manager.run} diff             # what the change does to the clusters: read it before you finish
npx fluxspan explain FX203   # what a diagnostic means, and how to fix it
npx fluxspan help            # all commands
\`\`\`

A change is done when \`${manager.run} check\` and \`${manager.run} test\` pass, and \`k8s/\` is committed with the code.

## Where things are

| | |
| --- | --- |
| \`src/app.ts\` | the clusters${isExisting ? '' : ', and what differs between them'} |
${isExisting ? '' : '| `src/platform.ts` | the stages that all clusters share |\n'}| \`src/addons/\` | addons, one a file |
| \`versions.yaml\` | versions of charts and images${isExisting ? ', once there are some' : ''} |
| \`imports/\` | generated types of charts and CRDs: \`npx fluxspan import\` writes them |
| \`k8s/\` | generated: what Flux applies, and the contract with Terraform |
| \`node_modules/fluxspan/docs/\` | the documentation; \`concepts.md\` and \`addons.md\` first |

## Rules

- Never edit \`k8s/\` or \`imports/\`: change the code and synthesize again. \`synth --force\` throws edits of others away, so ask first.
- Where synth refuses to delete or replace something, ask before you declare it with \`.removed()\` or \`.replaced()\`: data may be lost.
- Values that only Terraform knows are infra inputs of an addon, never texts in the code. Write no secret into a file: secrets come from a store, or encrypted with SOPS.
- After an update of fluxspan, \`npx fluxspan upgrade\` takes newer versions of its addons into \`versions.yaml\`, in a change of its own.
- Rename or move addons in changes of their own: Flux needs two commits for it, and synth says what to merge when.
- Change no cluster by hand: no \`kubectl apply\`, no \`helm upgrade\`, no \`terraform apply\`.
- Don't silence a diagnostic with \`except\` unless somebody has decided so; the reason goes next to it.
`;
};
