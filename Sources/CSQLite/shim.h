#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast, which Swift does not import. An empty text of Swift may have no address, which would mean NULL.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
  return sqlite3_bind_text(statement, index, text ? text : "", count, SQLITE_TRANSIENT);
}

// sqlite3_db_config takes a variable number of arguments, which Swift does not import.
static inline int csqlite_reset_database(sqlite3 *database, int on) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_RESET_DATABASE, on, (int *)0);
}
