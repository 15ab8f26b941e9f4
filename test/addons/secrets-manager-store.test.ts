import { expect, test } from 'vitest';
import { secretsManagerStore } from '../../src/addons/secrets-manager-store/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(secretsManagerStore);

test('is in no namespace, and reads the region from Terraform', () => {
  const store = synthAlone(secretsManagerStore).find('ClusterSecretStore', 'secrets-manager-provider');
  expect(store.metadata).toEqual({ name: 'secrets-manager-provider' });
  expect(store.spec.provider.aws).toEqual({ service: 'SecretsManager', region: '${TF_AWS_REGION}' });
});

test('its name and the service are options', () => {
  const { find } = synthAlone(secretsManagerStore, { name: 'parameters', service: 'ParameterStore' });
  expect(find('ClusterSecretStore', 'parameters').spec.provider.aws.service).toBe('ParameterStore');
});

test('takes the namespaces that its conditions pick', () => {
  const conditions = [{ namespaces: ['web'] }, { namespaceSelector: { matchLabels: { team: 'a' } } }];
  const { find } = synthAlone(secretsManagerStore, { conditions });
  expect(find('ClusterSecretStore', 'secrets-manager-provider').spec.conditions).toEqual(conditions);
});
