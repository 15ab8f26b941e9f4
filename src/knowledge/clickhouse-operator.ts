import { losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The ClickHouse Operator of Altinity. https://github.com/Altinity/clickhouse-operator */
export const clickhouseOperator = defineProject({
  name: 'ClickHouse Operator',
  effects: [
    losesDatabase('clickhouse.altinity.com/ClickHouseInstallation'),
    losesDatabase('clickhouse-keeper.altinity.com/ClickHouseKeeperInstallation'),
  ],
});
