/* Imported by nobody: it gives the C target CLettering the flags of these libraries. */
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <pango/pangocairo.h>
