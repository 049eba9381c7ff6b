PACKAGE="rollwrite-desktop"
SHIPPED=["assets/icons","assets/typefaces","assets/translations","sheets"]
