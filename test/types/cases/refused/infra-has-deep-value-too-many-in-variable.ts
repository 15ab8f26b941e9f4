import { defineInfra } from 'fluxspan';
import { cluster, secrets, values, vars } from '../web-cluster.js';

const given = { vars, values: { web: { db: { host: 'db', user: 'ann' }, users: [] } }, secrets };
defineInfra(cluster, given);
