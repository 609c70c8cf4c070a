// What Predator's built-in functions mean to heapproof: drawing and debugging do nothing, an error is an error.
void reach_error(void);

void ___sl_break(const char *message) { (void) message; }
void ___sl_error(const char *message) { (void) message; reach_error(); }
void ___sl_plot(const char *name, ...) { (void) name; }
void ___sl_plot_trace_now(const char *plot, const char *node) { (void) plot; (void) node; }
void ___sl_plot_trace_once(const char *plot, const char *node) { (void) plot; (void) node; }
void ___sl_enable_debugging_of(int module, int enable) { (void) module; (void) enable; }
void __VERIFIER_plot(const char *name, ...) { (void) name; }
