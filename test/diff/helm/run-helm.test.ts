import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkHelm } from '../../../src/diff/helm/run-helm.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();
const helmThatSays = (version: string): string => {
  const file = join(folder, 'helm');
  writeFileSync(file, `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 });
  return file;
};

it.each(['v2.17.0', 'v3.7.2+g663a896', 'Client: none'])('refuses helm where it is too old: %s', async (version) => {
  await expect(checkHelm(helmThatSays(version))).rejects.toMatchObject({
    message: `helm is too old: ${version}`,
    fix: 'install Helm 3.8 or newer: https://helm.sh/docs/intro/install/',
  });
});

it.each(['v3.8.0', 'v3.17.3+ge4da497', '4.3.1'])('takes helm from 3.8 on: %s', async (version) => {
  await expect(checkHelm(helmThatSays(version))).resolves.toBeUndefined();
});

it('says where helm is missing', async () => {
  await expect(checkHelm(join(folder, 'nothing'))).rejects.toMatchObject({ message: 'helm is not installed' });
});
