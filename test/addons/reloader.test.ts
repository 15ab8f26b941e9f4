import { expect, test } from 'vitest';
import { reloader } from '../../src/addons/reloader/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(reloader);

test('one replica needs no values, and of two one leads', () => {
  expect(synthAlone(reloader).find('HelmRelease', 'reloader').spec).not.toHaveProperty('values');
  expect(synthAlone(reloader, { replicas: 2 }).find('HelmRelease', 'reloader').spec.values).toEqual({
    reloader: { enableHA: true, deployment: { replicas: 2 } },
  });
});
