"""The application: a lake in the browser, on this machine only and read only."""
