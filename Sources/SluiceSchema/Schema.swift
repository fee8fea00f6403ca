// Filled by the schema module.
