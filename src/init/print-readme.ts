import { posix } from 'node:path';
import type { InitOptions } from './init-options.js';
import { shellWord } from './shell-word.js';

const next: Readonly<Record<InitOptions['template'], string>> = {
  empty: `## Next

1. Read \`k8s/clusters/dev/README.md\`: what the cluster gets, in which order, and what Terraform must supply.
2. Write your own addon next to \`src/addons/podinfo.ts\` (a chart) and \`src/addons/hello.ts\` (a Deployment and its Service), and add it to a stage in \`src/platform.ts\`.
3. Commit \`k8s/\`, and run \`flux bootstrap\` with \`--path=FOLDER\`.
4. Call the module in \`k8s/contract/dev\` from your Terraform code. Until then, \`npx fluxspan fixtures dev\` writes ConfigMaps with examples.
`,
  eks: `## Next

1. Read \`k8s/contract/dev/README.md\`: what your Terraform code must supply. \`node_modules/fluxspan/examples/terraform-eks\` has a root module that supplies it, for this platform and more.
2. Read \`k8s/clusters/dev/README.md\`: what the cluster gets, and in which order.
3. Write your own addon next to \`src/addons/podinfo.ts\` (a chart) and \`src/addons/hello.ts\` (a Deployment and its Service), and add it to a stage in \`src/platform.ts\`.
4. Commit \`k8s/\`, and run \`flux bootstrap\` with \`--path=FOLDER\`.
`,
  aks: `## Next

1. Read \`k8s/contract/dev/README.md\`: what your Terraform code must supply. \`node_modules/fluxspan/examples/terraform-aks\` has a root module that supplies it.
2. Read \`k8s/clusters/dev/README.md\`: what the cluster gets, and in which order. \`src/addons/authentik-database.ts\` is a database that Azure Service Operator makes.
3. Write your own addon next to \`src/addons/podinfo.ts\` (a chart) and \`src/addons/hello.ts\` (a Deployment and its Service), and add it to a stage in \`src/platform.ts\`.
4. Commit \`k8s/\`, and run \`flux bootstrap\` with \`--path=FOLDER\`.
`,
  existing: `## Next

No cluster has an addon yet, so Flux still applies what it applied before. Commit what \`npm run synth\` writes, and adopt one thing at a time:

1. Declare it as an addon in \`src/addons\`, and put it into a stage of its cluster in \`src/app.ts\`.
2. \`npx fluxspan handover --from FOLDER\` writes the first of two commits; FOLDER is the cluster's folder that Flux reads today.
3. When Flux has applied that commit, the same command writes the second one.

\`node_modules/fluxspan/docs/handover.md\` describes all steps, and what you have to do yourself.
`,
};

/** The README of a new project. */
export const printReadme = (options: InitOptions): string => {
  const { name, template, manager, below } = options;
  const has = (file: string, what: string) => `| \`${file}\` | ${what} |`;
  const rows =
    template === 'existing'
      ? [has('src/app.ts', 'the clusters'), has('test/', 'tests of the tree')]
      : [
          has('src/app.ts', 'the clusters, and what differs between them'),
          has('src/platform.ts', 'the stages that all clusters share'),
          has('src/addons/', 'addons of your own'),
          has('versions.yaml', 'versions of charts and images, for people and bots'),
          has('test/', 'tests of the tree'),
          has('k8s/', 'generated: what Flux applies, and a Terraform module for each cluster'),
        ];
  return `# ${name}

This project declares the clusters of this repository in TypeScript. From that code, fluxspan generates what Flux applies.

| | |
| --- | --- |
${rows.join('\n')}

\`\`\`sh
${manager.name} install
${manager.run} synth   # type-checks, checks and writes k8s/; commit the result
${manager.run} test
${manager.run} diff    # what the change does to the clusters
\`\`\`

${next[template].replace('--path=FOLDER', () => `--path=${shellWord(posix.join(below, 'k8s/clusters/dev'))}`)}`;
};
