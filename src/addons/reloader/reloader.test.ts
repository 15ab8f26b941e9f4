import { expect, test } from 'vitest';
import { describeAddon, synthAlone } from '../../../test/support/addon-case.js';
import { reloader } from './index.js';

describeAddon(reloader);

test('one replica needs no values, and of two one leads', () => {
  expect(synthAlone(reloader).find('HelmRelease', 'reloader').spec).not.toHaveProperty('values');
  expect(synthAlone(reloader, { replicas: 2 }).find('HelmRelease', 'reloader').spec.values).toEqual({
    reloader: { enableHA: true, deployment: { replicas: 2 } },
  });
});
