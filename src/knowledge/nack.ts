import { byField } from './form/keeps.js';
import { kindsOf, removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** NACK: JetStream of NATS. https://github.com/nats-io/nack */
export const nack = defineProject({
  name: 'NACK',
  effects: [
    removal(
      kindsOf('jetstream.nats.io', 'Stream', 'KeyValue', 'ObjectStore'),
      'the stream that it manages, with the messages in it',
      byField('spec.preventDelete', true),
    ),
  ],
});
